import type { Timers } from '@ruwu/chat-client'
import type { CustomerId, Data, messageApi } from '@ruwu/contract'
import { SOCKET } from '@ruwu/domain'
import type { Quote } from '../draft/draft.ts'
import { texts } from '../texts.ts'
import { createCustomerQueues } from './customer-queues.ts'
import { type Outgoing, type OutgoingContent, AUTO_RESEND_MS } from './outgoing.ts'
import type { OutgoingStorage } from './outgoing-storage.ts'
import { outcomeOf, type Refusal } from './send-outcome.ts'

export type SendAnswer = Data<typeof messageApi.send>

type SendQueueDeps = {
  send(message: Outgoing): Promise<SendAnswer>
  /** Runs a step when what was done to the customer before has been answered. */
  inOrder<T>(customerId: CustomerId, step: () => Promise<T>): Promise<T>
  /** The thread's view of pending messages. */
  thread: {
    add(message: Outgoing): void
    settle(customerId: CustomerId, answer: SendAnswer): void
    fail(customerId: CustomerId, chatId: string, reason: string): void
    remove(customerId: CustomerId, chatId: string): void
  }
  storage: OutgoingStorage
  timers: Timers
  now(): Date
  newChatId(): string
  pageId: string
  isOnline(): boolean
  /** The compliance check only warns: true sends all the same. */
  ask(message: Outgoing, refusal: Refusal): Promise<boolean>
  /** Nothing was sent: text and attachments return to their customer's composer. */
  onReturn(messages: readonly Outgoing[], refusal: Refusal | undefined): void
  /** Says why nothing was sent where no bubble says it: a retry that failed again, or a text that returned to the composer. */
  tell(reason: string): void
  onAnswer(customerId: CustomerId, answer: SendAnswer): void
  /** It failed or left the queue; the agent may send it again later. */
  onUnsent(chatId: string): void
}

export type SendQueue = ReturnType<typeof createSendQueue>

const TIMED_OUT = Symbol('timed out')

/**
 * Messages of one customer are sent one at a time in order; customers do not wait for each other. A message keeps its
 * chatId through every retry, so the server stores it once (idempotent).
 */
export function createSendQueue(deps: SendQueueDeps) {
  const queues = createCustomerQueues(deps.storage.save)
  const running = new Set<CustomerId>()
  let cancelRetry: (() => void) | undefined
  let isStopped = false

  function put(message: Outgoing) {
    queues.put(message)
    deps.thread.add(message)
  }

  function fail(message: Outgoing, reason: string) {
    deps.onUnsent(message.chatId)
    if (message.isStored) {
      queues.remove(message)
      deps.tell(reason)
      return
    }
    queues.change(message, { state: 'failed', reason })
    deps.thread.fail(message.customerId, message.chatId, reason)
  }

  /** A response counts whenever it arrives, also after the timeout. */
  function settle(message: Outgoing, answer: SendAnswer) {
    queues.remove(message)
    deps.thread.settle(message.customerId, answer)
    deps.onAnswer(message.customerId, answer)
  }

  function discard(message: Outgoing) {
    deps.onUnsent(message.chatId)
    queues.remove(message)
    deps.thread.remove(message.customerId, message.chatId)
  }

  /** Removes the message and those of its group from the queue. */
  function giveBack(message: Outgoing, refusal: Refusal | undefined) {
    const { customerId, chatId, groupId } = message
    const group = queues
      .forCustomer(customerId)
      .filter((it) => it.chatId === chatId || (it.groupId === groupId && it.state === 'waiting'))
    for (const each of group) discard(each)
    deps.onReturn(group, refusal)
  }

  /** False when the customer's queue must wait for the network or a sign-in. */
  async function attempt(message: Outgoing): Promise<boolean> {
    // Deleted, or signed out, while it waited for its turn.
    if (isStopped || queues.find(message)?.state !== 'waiting') return !isStopped
    if (deps.now().getTime() - Date.parse(message.createdAt) > AUTO_RESEND_MS && !message.retry) {
      fail(message, texts.sendTimeout)
      return true
    }
    try {
      const answer = await inTime(deps.send(message), (late) => settle(message, late))
      if (answer === TIMED_OUT) fail(message, texts.sendTimeout)
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
      case 'lost':
        if (message.isStored || message.content.type !== 'text') fail(message, outcome.reason)
        else {
          giveBack(message, undefined)
          deps.tell(outcome.reason)
        }
        return true
      case 'blocked':
        if (message.isStored || message.content.type !== 'text') fail(message, outcome.refusal.message)
        else giveBack(message, outcome.refusal)
        return true
      case 'warned':
        if (await deps.ask(message, outcome.refusal)) queues.change(message, { confirmWarn: true })
        else if (message.isStored) fail(message, outcome.refusal.message)
        else if (message.content.type === 'text') giveBack(message, undefined)
        else discard(message)
        return true
    }
  }

  /** The response, or a timeout marker; a later response is passed to `onLate`. */
  async function inTime(answer: Promise<SendAnswer>, onLate: (answer: SendAnswer) => void) {
    let cancel: (() => void) | undefined
    const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
      cancel = deps.timers.after(SOCKET.responseTimeoutMs, () => resolve(TIMED_OUT))
    })
    const first = await Promise.race([answer, timeout]).finally(() => cancel?.())
    // A late refusal is ignored: the retry is refused again.
    if (first === TIMED_OUT) answer.then(onLate, () => {})
    return first
  }

  async function run(customerId: CustomerId) {
    if (running.has(customerId)) return
    running.add(customerId)
    try {
      for (;;) {
        const next = queues.forCustomer(customerId).find((it) => it.state === 'waiting')
        if (isStopped || !next || !deps.isOnline() || !(await deps.inOrder(customerId, () => attempt(next)))) return
      }
    } finally {
      running.delete(customerId)
    }
  }

  function runAll() {
    for (const customerId of queues.customers()) void run(customerId)
  }

  function retryLater() {
    cancelRetry?.()
    cancelRetry = deps.timers.after(SOCKET.reconnectCheckMs, runAll)
  }

  return {
    /** Sends a group in order; the quote and the suggestion belong to the first message. Returns their chatIds. */
    send(
      customerId: CustomerId,
      contents: readonly OutgoingContent[],
      { quote = null, suggestedSeq }: { quote?: Quote | null; suggestedSeq?: number | undefined } = {},
    ): string[] {
      const chatIds = contents.map(() => deps.newChatId())
      const createdAt = deps.now().toISOString()
      const rest = { customerId, createdAt, groupId: chatIds[0] ?? '', pageId: deps.pageId }
      for (const [index, content] of contents.entries()) {
        const first = index === 0 ? { quote, suggestedSeq } : {}
        put({ ...fresh, ...rest, chatId: chatIds[index]!, content, ...first })
      }
      void run(customerId)
      return chatIds
    },

    /** 重发: the same message under the same chatId, whether it never arrived or failed later. */
    resend(customerId: CustomerId, { chatId, content }: { chatId: string; content: OutgoingContent }) {
      const before = queues.find({ customerId, chatId })
      if (before?.state === 'waiting') return
      if (before) queues.remove(before)
      const createdAt = before?.createdAt ?? deps.now().toISOString()
      const own = before ?? { ...fresh, isStored: true, groupId: chatId, pageId: deps.pageId }
      put({ ...own, customerId, chatId, content, createdAt, state: 'waiting', reason: '', retry: true })
      void run(customerId)
    },

    /** 删除: discards a failed message; if the server has it after all, its events bring it back. */
    dismiss(customerId: CustomerId, chatId: string) {
      const message = queues.find({ customerId, chatId })
      if (message?.state === 'failed') discard(message)
    },

    /** Continues messages left by closed tabs. */
    adopt(left: readonly Outgoing[]) {
      for (const message of left) {
        if (queues.find(message)) continue
        put(message)
        if (message.state === 'failed') deps.thread.fail(message.customerId, message.chatId, message.reason)
      }
      runAll()
    },

    /** Signed out: unsent messages stay in storage until the next sign-in. */
    stop() {
      isStopped = true
      cancelRetry?.()
    },

    /** The network is back. */
    wake: runAll,
  }
}

const fresh = { quote: null, confirmWarn: false, retry: false, isStored: false, state: 'waiting', reason: '' } as const
