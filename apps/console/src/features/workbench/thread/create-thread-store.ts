import type {
  AgentId,
  CallArgs,
  Content,
  CustomerEvent,
  CustomerId,
  CustomerMessage,
  Data,
  messageApi,
} from '@ruwu/contract'
import {
  freshThread,
  withAnswer,
  withBreak,
  withChange,
  withFailure,
  withMessage,
  withNewSince,
  withoutPending,
  withPage,
  withPending,
  type SendAnswer,
  type ThreadPage,
  type ThreadState,
} from '@ruwu/domain'
import { isUnbroken, withinLimit } from './thread-limit.ts'

export type Page = Data<typeof messageApi.list>
type ListBody = CallArgs<typeof messageApi.list>['body']
type LocateBody = CallArgs<typeof messageApi.locate>['body']

export type ThreadStoreDeps = {
  list(body: ListBody): Promise<Page>
  locate(body: LocateBody): Promise<Data<typeof messageApi.locate>>
  meId(): AgentId | undefined
}

/** Which way a thread is being continued, or could not be. */
export type Reach = 'idle' | 'loading' | 'failed'

/** A customer's thread as far as this page holds it. */
export type Thread = {
  state: ThreadState
  /** Grows when the messages make place for others, as by a jump: what is drawn begins anew. */
  piece: number
  older: Reach
  newer: Reach
  /** The message that was looked for; a new object each time, also for the same one. */
  found: { seq: number } | undefined
}

/** A message that is on its way. */
export type Setout = { chatId: string; content: Content; createdAt: string; retry?: boolean }

/** Threads beside the open one, so that going back to a customer shows them at once. */
const HELD_THREADS = 20
const PAGE = 50

type Entry = { thread: Thread; listeners: Set<() => void> }

/** The threads of the customers one has looked at, each kept equal to the server's by its events. */
export function createThreadStore({ list, locate, meId }: ThreadStoreDeps) {
  // In the order of their last use, the oldest first.
  const entries = new Map<CustomerId, Entry>()

  function entryOf(customerId: CustomerId): Entry {
    const entry = entries.get(customerId) ?? {
      thread: { state: freshThread(), piece: 0, older: 'idle', newer: 'idle', found: undefined },
      listeners: new Set(),
    }
    entries.delete(customerId)
    entries.set(customerId, entry)
    return entry
  }

  /** What is shown stays, and what is on its way must not be forgotten. */
  function forgetOldest() {
    const idle = [...entries].filter(([, it]) => it.listeners.size === 0 && it.thread.state.pending.length === 0)
    for (const [customerId] of idle.slice(0, Math.max(0, entries.size - HELD_THREADS))) entries.delete(customerId)
  }

  function put(customerId: CustomerId, part: Partial<Thread>) {
    const entry = entries.get(customerId)
    if (!entry) return
    entry.thread = { ...entry.thread, ...part }
    for (const listener of entry.listeners) listener()
  }

  /** Changes what is held; a customer nobody has looked at needs no change. */
  function change(customerId: CustomerId, how: (state: ThreadState) => ThreadState) {
    const before = entries.get(customerId)?.thread.state
    const state = before && how(before)
    if (state && state !== before) put(customerId, { state })
  }

  /** Takes a piece that may lie elsewhere than the one that is shown. */
  function show(customerId: CustomerId, found: Thread['found'], how: (state: ThreadState) => ThreadState) {
    const { thread } = entryOf(customerId)
    const state = how(thread.state)
    const first = thread.state.messages[0]?.seq ?? 0
    const last = thread.state.messages.at(-1)?.seq ?? 0
    const isElsewhere = !state.messages.some(({ seq }) => seq >= first && seq <= last)
    const piece = isElsewhere ? thread.piece + 1 : thread.piece
    put(customerId, { state, piece, older: 'idle', newer: 'idle', found })
  }

  /** Whoever comes back begins at the end again. */
  function leave(customerId: CustomerId) {
    const thread = entries.get(customerId)?.thread
    if (!thread) return
    const { state } = thread
    put(customerId, { found: undefined, state: state.hasMoreAfter ? { ...state, ...emptied } : state })
  }

  /** The newest messages. What is held beside them stays, unless something between was not heard of. */
  async function load(customerId: CustomerId): Promise<void> {
    entryOf(customerId)
    forgetOldest()
    const page: ThreadPage = { kind: 'around', ...(await list({ customerId, limit: PAGE })) }
    show(customerId, undefined, (state) => {
      const joined = withPage(withBreak(state), page)
      return isUnbroken(joined) ? joined : withPage({ ...state, ...emptied }, page)
    })
  }

  /** Around one message, wherever it lies. */
  async function locateIn(customerId: CustomerId, target: Omit<LocateBody, 'customerId'>) {
    entryOf(customerId)
    const { items, hasMoreBefore, hasMoreAfter, seq, customer } = await locate({ customerId, ...target })
    show(customerId, { seq }, (state) => withPage(state, { kind: 'around', items, hasMoreBefore, hasMoreAfter }))
    return customer
  }

  /** To a message by its number: only what is not held is asked for. */
  async function goTo(customerId: CustomerId, seq: number): Promise<void> {
    const isHeld = entries.get(customerId)?.thread.state.messages.some((message) => message.seq === seq)
    if (isHeld) put(customerId, { found: { seq } })
    else await locateIn(customerId, { seq })
  }

  async function loadOlder(customerId: CustomerId): Promise<void> {
    change(customerId, (state) => withinLimit(state, 'older'))
    const thread = entries.get(customerId)?.thread
    const beforeSeq = thread?.state.messages[0]?.seq
    if (!thread || beforeSeq === undefined || !thread.state.hasMoreBefore || thread.older === 'loading') return
    put(customerId, { older: 'loading' })
    try {
      const page = await list({ customerId, beforeSeq, limit: PAGE })
      change(customerId, (state) => withPage(state, { kind: 'older', beforeSeq, ...page }))
      put(customerId, { older: 'idle' })
    } catch {
      put(customerId, { older: 'failed' })
    }
  }

  /** Goes on from the last message, towards the newest. */
  async function loadNewer(customerId: CustomerId): Promise<void> {
    change(customerId, (state) => withinLimit(state, 'newer'))
    const thread = entries.get(customerId)?.thread
    const afterSeq = thread?.state.messages.at(-1)?.seq
    if (!thread || afterSeq === undefined || thread.newer === 'loading') return
    put(customerId, { newer: 'loading' })
    try {
      const page = await list({ customerId, afterSeq, limit: PAGE })
      change(customerId, (state) => withPage(state, { kind: 'newer', afterSeq, ...page }))
      put(customerId, { newer: 'idle' })
    } catch {
      put(customerId, { newer: 'failed' })
    }
  }

  /** After the line was cut: everything since the last message, if one was at the end. */
  async function catchUp(customerId: CustomerId): Promise<void> {
    const held = entries.get(customerId)?.thread.state
    if (!held || held.hasMoreAfter) return
    for (let afterSeq = held.messages.at(-1)?.seq; afterSeq !== undefined;) {
      const page: Page = await list({ customerId, afterSeq, limit: PAGE })
      const asked = afterSeq
      change(customerId, (state) => withPage(state, { kind: 'newer', afterSeq: asked, ...page }))
      afterSeq = page.hasMoreAfter ? page.items.at(-1)?.seq : undefined
    }
  }

  return {
    find: (customerId: CustomerId): Thread | undefined => entries.get(customerId)?.thread,
    /** Whether somebody looks at the thread; for ids as events bring them. */
    isOpen: (customerId: unknown): boolean => (entries.get(customerId as CustomerId)?.listeners.size ?? 0) > 0,
    subscribe(customerId: CustomerId, listener: () => void): () => void {
      const { listeners } = entryOf(customerId)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) leave(customerId)
      }
    },
    /** Another person signs in: nothing of this one's may be left. */
    clear: () => entries.clear(),
    load,
    locate: locateIn,
    goTo,
    loadOlder,
    loadNewer,
    catchUp,
    /** Where 以下为新消息 stands. */
    setNewSince: (customerId: CustomerId, seq: number | null) =>
      change(customerId, (state) => (state.newSince === seq ? state : withNewSince(state, seq))),
    /** What the server says of one message, in an answer or an event. */
    take: (customerId: CustomerId, message: CustomerMessage) =>
      change(customerId, (state) => withMessage(state, message)),
    apply(event: Extract<CustomerEvent, { type: 'message_change' | 'send_msg_failed' | 'cus_read' }>) {
      change(event.customerId, (state) => withChange(state, event))
    },

    // What the send queue tells.
    addPending(customerId: CustomerId, message: Setout) {
      // Kept also while the customer is not open: it is shown when they are.
      entryOf(customerId)
      change(customerId, (state) => withPending(withNewSince(state, null), message))
    },
    settle(customerId: CustomerId, answer: SendAnswer) {
      const sender = { topicId: customerId, senderId: meId() ?? '', senderName: '' }
      change(customerId, (state) => withAnswer(state, answer, sender))
    },
    fail: (customerId: CustomerId, chatId: string, reason: string) =>
      change(customerId, (state) => withFailure(state, chatId, reason)),
    removePending: (customerId: CustomerId, chatId: string) =>
      change(customerId, (state) => withoutPending(state, chatId)),
  }
}

const { messages, hasMoreBefore, hasMoreAfter } = freshThread()
/** A thread of which everything loaded is put away; what is on its way stays. */
const emptied = { messages, hasMoreBefore, hasMoreAfter }
