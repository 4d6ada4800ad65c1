import type { Timers } from '@ruwu/chat-client'
import type { CustomerId, Data, messageApi } from '@ruwu/contract'
import { SOCKET } from '@ruwu/domain'
import type { Quote } from '../draft/draft.ts'
import { createLanes } from './conversation-lanes.ts'
import { type Outgoing, type OutgoingContent, SENDS_BY_ITSELF_MS } from './outgoing.ts'
import type { OutgoingMemory } from './outgoing-storage.ts'
import { outcomeOf, type Refusal, SEND_TIMEOUT_TEXT } from './send-outcome.ts'

export type SendAnswer = Data<typeof messageApi.send>

export type SendQueueDeps = {
  send(message: Outgoing): Promise<SendAnswer>
  /** Where the thread shows what is on its way. */
  thread: {
    add(message: Outgoing): void
    settle(customerId: CustomerId, answer: SendAnswer): void
    fail(customerId: CustomerId, chatId: string, reason: string): void
    remove(customerId: CustomerId, chatId: string): void
  }
  memory: OutgoingMemory
  timers: Timers
  now(): Date
  newChatId(): string
  pageId: string
  isOnline(): boolean
  /** The compliance check only warns: true sends all the same. */
  ask(message: Outgoing, refusal: Refusal): Promise<boolean>
  /** Nothing was sent: a text and what was to follow it go back into the box of their customer. */
  onReturn(messages: readonly Outgoing[], refusal: Refusal | undefined): void
  /** A failed message of the thread failed again; it stays there as it is. */
  onFailedAgain(reason: string): void
  onAnswer(customerId: CustomerId, answer: SendAnswer): void
}

export type SendQueue = ReturnType<typeof createSendQueue>

const TIMED_OUT = Symbol('timed out')

/**
 * Messages of one customer go to the server one after the other, in the order they were sent; customers do not wait for
 * each other. A message keeps its chatId through every repetition, so the server never takes it twice.
 */
export function createSendQueue(deps: SendQueueDeps) {
  const lanes = createLanes(deps.memory.save)
  const running = new Set<CustomerId>()
  let cancelRetry: (() => void) | undefined
  let isStopped = false

  function put(message: Outgoing) {
    lanes.put(message)
    deps.thread.add(message)
  }

  function fail(message: Outgoing, reason: string) {
    if (message.isStored) {
      lanes.remove(message)
      deps.onFailedAgain(reason)
      return
    }
    lanes.change(message, { state: 'failed', reason })
    deps.thread.fail(message.customerId, message.chatId, reason)
  }

  /** An answer is true whenever it comes, also after the patience for it has ended. */
  function settle(message: Outgoing, answer: SendAnswer) {
    lanes.remove(message)
    deps.thread.settle(message.customerId, answer)
    deps.onAnswer(message.customerId, answer)
  }

  function discard(message: Outgoing) {
    lanes.remove(message)
    deps.thread.remove(message.customerId, message.chatId)
  }

  /** Takes the message and what was to follow it out of the lane. */
  function giveBack(message: Outgoing, refusal: Refusal | undefined) {
    const { customerId, chatId, groupId } = message
    const group = lanes
      .of(customerId)
      .filter((it) => it.chatId === chatId || (it.groupId === groupId && it.state === 'waiting'))
    for (const each of group) discard(each)
    deps.onReturn(group, refusal)
  }

  /** False when the lane has to wait for the network or a sign-in. */
  async function attempt(message: Outgoing): Promise<boolean> {
    if (deps.now().getTime() - Date.parse(message.createdAt) > SENDS_BY_ITSELF_MS && !message.retry) {
      fail(message, SEND_TIMEOUT_TEXT)
      return true
    }
    try {
      const answer = await inTime(deps.send(message), (late) => settle(message, late))
      if (answer === TIMED_OUT) fail(message, SEND_TIMEOUT_TEXT)
      else settle(message, answer)
      return true
    } catch (error) {
      return refuse(message, error)
    }
  }

  async function refuse(message: Outgoing, error: unknown): Promise<boolean> {
    const outcome = outcomeOf(error)
    switch (outcome.kind) {
      case 'unreachable':
        retryLater()
        return false
      case 'signedOut':
        return false
      case 'failed':
        fail(message, outcome.reason)
        return true
      case 'blocked':
        if (message.isStored || message.content.type !== 'text') fail(message, outcome.refusal.message)
        else giveBack(message, outcome.refusal)
        return true
      case 'warned':
        if (await deps.ask(message, outcome.refusal)) lanes.change(message, { confirmWarn: true })
        else if (message.isStored) fail(message, outcome.refusal.message)
        else if (message.content.type === 'text') giveBack(message, undefined)
        else discard(message)
        return true
    }
  }

  /** The answer, or the sign that it did not come in time; then a later one is handed on. */
  async function inTime(answer: Promise<SendAnswer>, onLate: (answer: SendAnswer) => void) {
    let cancel: (() => void) | undefined
    const patience = new Promise<typeof TIMED_OUT>((resolve) => {
      cancel = deps.timers.after(SOCKET.responseTimeoutMs, () => resolve(TIMED_OUT))
    })
    const first = await Promise.race([answer, patience]).finally(() => cancel?.())
    // What is refused late is refused again when it is tried again.
    if (first === TIMED_OUT) answer.then(onLate, () => {})
    return first
  }

  async function run(customerId: CustomerId) {
    if (running.has(customerId)) return
    running.add(customerId)
    try {
      for (;;) {
        const next = lanes.of(customerId).find((it) => it.state === 'waiting')
        if (isStopped || !next || !deps.isOnline() || !(await attempt(next))) return
      }
    } finally {
      running.delete(customerId)
    }
  }

  function runAll() {
    for (const customerId of lanes.customers()) void run(customerId)
  }

  function retryLater() {
    cancelRetry?.()
    cancelRetry = deps.timers.after(SOCKET.reconnectCheckMs, runAll)
  }

  return {
    /** Sends what belongs together, in order; the quotation is the first one's. */
    send(customerId: CustomerId, contents: readonly OutgoingContent[], quote: Quote | null = null) {
      const chatIds = contents.map(() => deps.newChatId())
      const createdAt = deps.now().toISOString()
      const rest = { customerId, createdAt, groupId: chatIds[0] ?? '', pageId: deps.pageId }
      for (const [index, content] of contents.entries()) {
        put({ ...fresh, ...rest, chatId: chatIds[index]!, content, quote: index === 0 ? quote : null })
      }
      void run(customerId)
    },

    /** 重发: the same message under the same chatId, one of ours that never arrived or one of the thread that failed. */
    resend(customerId: CustomerId, { chatId, content }: { chatId: string; content: OutgoingContent }) {
      const before = lanes.find({ customerId, chatId })
      if (before?.state === 'waiting') return
      if (before) lanes.remove(before)
      const createdAt = before?.createdAt ?? deps.now().toISOString()
      const own = before ?? { ...fresh, isStored: true, groupId: chatId, pageId: deps.pageId }
      put({ ...own, customerId, chatId, content, createdAt, state: 'waiting', reason: '', retry: true })
      void run(customerId)
    },

    /** 删除: what failed is put away; should the server have it after all, its events bring it back. */
    dismiss(customerId: CustomerId, chatId: string) {
      const message = lanes.find({ customerId, chatId })
      if (message?.state === 'failed') discard(message)
    },

    /** What was left by pages that are gone goes on. */
    adopt(left: readonly Outgoing[]) {
      for (const message of left) {
        if (lanes.find(message)) continue
        put(message)
        if (message.state === 'failed') deps.thread.fail(message.customerId, message.chatId, message.reason)
      }
      runAll()
    },

    /** Signed out: what has not left waits in the memory for the next sign-in. */
    stop() {
      isStopped = true
      cancelRetry?.()
    },

    /** There is a network again. */
    wake: runAll,
  }
}

const fresh = { quote: null, confirmWarn: false, retry: false, isStored: false, state: 'waiting', reason: '' } as const
