import {
  type AgentId,
  type CallArgs,
  type Content,
  type CustomerEvent,
  type CustomerId,
  type CustomerMessage,
  type Data,
  MESSAGE_PAGE_MAX,
  type messageApi,
  type MessageId,
} from '@ruwu/contract'
import {
  findQuoted,
  withAnswer,
  withBreak,
  withChange,
  withFailure,
  withMessage,
  withNewSince,
  withoutPending,
  withPage,
  withPending,
  withQuotes,
  type SendAnswer,
  type ThreadPage,
} from '@ruwu/domain'
import { createHeldThreads, type Thread } from './held-threads.ts'
import { emptied, isLoaded, isUnbroken, withinLimit } from './thread-window.ts'

type Page = Data<typeof messageApi.list>
type ListBody = CallArgs<typeof messageApi.list>['body']
type LocateBody = CallArgs<typeof messageApi.locate>['body']
/** A message of the thread, by its id or its number. */
export type ThreadPlace = Omit<LocateBody, 'customerId'>

export const placeOf = (messageId: MessageId | undefined, seq: number | undefined): ThreadPlace | undefined =>
  messageId ? { messageId } : seq === undefined ? undefined : { seq }

const aheadKey = (customerId: CustomerId, place?: ThreadPlace) => JSON.stringify([customerId, place])

export type ThreadStoreDeps = {
  list(body: ListBody): Promise<Page>
  locate(body: LocateBody): Promise<Data<typeof messageApi.locate>>
  meId(): AgentId | undefined
  /** The message to open at is gone or hidden; the thread opens at its end instead. */
  onMessageMissing(error: unknown): void
}

/** A pending message. */
type Pending = { chatId: string; content: Content; createdAt: string; retry?: boolean }

const PAGE = 50

/**
 * The one home of a thread's state in the console: loaded messages, paging, pending sends and failures. Threads of recently
 * opened customers are kept up to date by events; nothing of a thread is in the query cache.
 */
export function createThreadStore({ list, locate, meId, onMessageMissing }: ThreadStoreDeps) {
  const { entries, entryOf, setOpened, holding, forgetOldest, put, change, show } = createHeldThreads()

  /** Loads the newest messages. Older held messages stay, unless there is a gap between. */
  async function load(customerId: CustomerId): Promise<void> {
    const isHeld = holding(customerId)
    forgetOldest()
    const page: ThreadPage = { kind: 'around', ...(await list({ customerId, limit: PAGE })) }
    if (!isHeld()) return
    show(customerId, undefined, (state) => {
      const joined = withPage(withBreak(state), page)
      return isUnbroken(joined) ? joined : withPage({ ...state, ...emptied }, page)
    })
  }

  /** Replaces everything held by what the server shows now; the range stays, so the reader does too. */
  async function refetch(customerId: CustomerId): Promise<void> {
    try {
      const messages = entries.get(customerId)?.get().state.messages ?? []
      const page = await listBetween(customerId, messages[0]?.seq, messages.at(-1)?.seq)
      const last = page.items.at(-1)?.seq ?? 0
      show(customerId, entries.get(customerId)?.get().found, (state) => {
        // Received meanwhile: put behind the page, and those that adjoin it are joined.
        const newer = [...state.messages, ...state.newer].filter(({ seq }) => seq > last)
        return withPage({ ...state, ...emptied, newer }, { kind: 'around', ...page })
      })
    } catch (error) {
      put(customerId, { failure: error })
    }
  }

  /** The messages of a range; the newest when it is empty. */
  async function listBetween(customerId: CustomerId, first = Infinity, last = 0): Promise<Page> {
    const pages: Page[] = []
    for (let afterSeq = first - 1; afterSeq < last;) {
      const page = await list({ customerId, afterSeq, limit: MESSAGE_PAGE_MAX })
      pages.push(page)
      afterSeq = page.hasMoreAfter ? (page.items.at(-1)?.seq ?? last) : last
    }
    const items = pages.flatMap((page) => page.items)
    const quotes = pages.flatMap((page) => page.quotes ?? [])
    const [start, end] = [pages[0], pages.at(-1)]
    if (!start || !end || items.length === 0) return list({ customerId, limit: PAGE })
    return { items, quotes, hasMoreBefore: start.hasMoreBefore, hasMoreAfter: end.hasMoreAfter }
  }

  /** Loads the messages around one message. */
  async function locateIn(customerId: CustomerId, target: ThreadPlace) {
    const isHeld = holding(customerId)
    const { seq, customer, ...page } = await locate({ customerId, ...target })
    if (isHeld()) show(customerId, { seq }, (state) => withPage(state, { kind: 'around', ...page }))
    return customer
  }

  /** Threads opened ahead, by customer and place: events keep them up to date until they are shown. */
  const ahead = new Map<string, Promise<void>>()

  /** Opens a thread at its end or around a message, unless that was done ahead. Never rejects: a failure is part of the thread's state. */
  async function open(customerId: CustomerId, place?: ThreadPlace): Promise<void> {
    const key = aheadKey(customerId, place)
    const done = ahead.get(key)
    ahead.delete(key)
    setOpened(customerId)
    await done
    // Forgotten meanwhile, or failed: then it is tried again.
    if (!done || !isLoaded(entries.get(customerId)?.get().state)) await fetchAt(customerId, place)
  }

  async function fetchAt(customerId: CustomerId, place?: ThreadPlace): Promise<void> {
    entryOf(customerId)
    put(customerId, { failure: undefined })
    try {
      if (place) await locateOrLoad(customerId, place)
      else await load(customerId)
    } catch (error) {
      put(customerId, { failure: error })
    }
  }

  async function locateOrLoad(customerId: CustomerId, place: ThreadPlace): Promise<void> {
    try {
      await locateIn(customerId, place)
    } catch (error) {
      await load(customerId)
      onMessageMissing(error)
    }
  }

  /** Jumps to a message by its sequence number; fetches only what is not held. */
  async function goTo(customerId: CustomerId, seq: number): Promise<void> {
    const isHeld = entries
      .get(customerId)
      ?.get()
      .state.messages.some((message) => message.seq === seq)
    if (isHeld) put(customerId, { found: { seq } })
    else await locateIn(customerId, { seq })
  }

  async function loadOlder(customerId: CustomerId): Promise<void> {
    change(customerId, (state) => withinLimit(state, 'older'))
    const thread = entries.get(customerId)?.get()
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

  /** Loads the next page towards the newest message. */
  async function loadNewer(customerId: CustomerId): Promise<void> {
    change(customerId, (state) => withinLimit(state, 'newer'))
    const thread = entries.get(customerId)?.get()
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

  /** After a reconnect: everything since the last message, if the thread was at its end. */
  async function catchUp(customerId: CustomerId): Promise<void> {
    const held = entries.get(customerId)?.get().state
    if (!held || held.hasMoreAfter) return
    for (let afterSeq = held.messages.at(-1)?.seq; afterSeq !== undefined;) {
      const page: Page = await list({ customerId, afterSeq, limit: PAGE })
      const asked = afterSeq
      change(customerId, (state) => withPage(state, { kind: 'newer', afterSeq: asked, ...page }))
      afterSeq = page.hasMoreAfter ? page.items.at(-1)?.seq : undefined
    }
  }

  /** What a new message quotes may be further up than what is loaded here. */
  async function loadQuote(customerId: CustomerId, { seq, content: { reply } }: CustomerMessage): Promise<void> {
    const state = entries.get(customerId)?.get().state
    if (!state || typeof reply !== 'string' || findQuoted(state, reply)) return
    const { quotes } = await list({ customerId, afterSeq: seq - 1, limit: 1 })
    change(customerId, (now) => withQuotes(now, quotes))
  }

  return {
    find: (customerId: CustomerId): Thread | undefined => entries.get(customerId)?.get(),
    /** Whether the thread has a subscriber; takes the unparsed id of an event. */
    isOpen: (customerId: unknown): boolean => entries.get(customerId as CustomerId)?.isObserved() ?? false,
    subscribe: (customerId: CustomerId, listener: () => void): (() => void) => entryOf(customerId).subscribe(listener),
    /** Sign-out: nothing may remain for the next agent. */
    clear() {
      ahead.clear()
      entries.clear()
    },
    /** The event log no longer reaches back to what is held: threads on screen are loaded again, others when opened. */
    reload() {
      ahead.clear()
      const onScreen = [...entries].filter(([, thread]) => thread.isObserved())
      for (const [customerId] of onScreen) void open(customerId)
    },
    /** After a change of masking: refetches the threads on screen and evicts the others, except those with a pending send. */
    refetchAll() {
      ahead.clear()
      for (const [customerId, thread] of entries) {
        if (thread.isObserved()) void refetch(customerId)
        else if (thread.get().state.pending.length === 0) entries.delete(customerId)
      }
    },
    open,
    /** Fetches a thread that will probably be opened; opening it then sends no request. */
    openAhead(customerId: CustomerId, place?: ThreadPlace) {
      const key = aheadKey(customerId, place)
      const held = entries.get(customerId)
      // What was loaded ahead and forgotten since is loaded again.
      if (held && (ahead.has(key) || (!place && isLoaded(held.get().state)))) return
      ahead.set(key, fetchAt(customerId, place))
    },
    load,
    locate: locateIn,
    goTo,
    loadOlder,
    loadNewer,
    catchUp,
    /** Position of 以下为新消息. */
    setNewSince: (customerId: CustomerId, seq: number | null) =>
      change(customerId, (state) => (state.newSince === seq ? state : withNewSince(state, seq))),
    /** Applies the server's version of a message, from a response or an event. */
    take(customerId: CustomerId, message: CustomerMessage) {
      change(customerId, (state) => withMessage(state, message))
      // A failure leaves the quotation unreadable until the thread is loaded again.
      loadQuote(customerId, message).catch(() => {})
    },
    apply(event: Extract<CustomerEvent, { type: 'message_change' | 'send_msg_failed' | 'cus_read' }>) {
      change(event.customerId, (state) => withChange(state, event))
    },

    // Called by the send queue.
    addPending(customerId: CustomerId, message: Pending) {
      // Kept also while the customer is not open: shown when opened.
      entryOf(customerId)
      change(customerId, (state) => withPending(withNewSince(state, null), message))
    },
    settle(customerId: CustomerId, answer: SendAnswer) {
      const sender = { topicId: customerId, senderId: meId() ?? '', senderName: '' }
      change(customerId, (state) => withAnswer(state, answer, sender))
    },
    fail: (customerId: CustomerId, chatId: string, reason: string) =>
      change(customerId, (state) => withFailure(state, chatId, reason)),
    /** The customer was erased: nothing of the thread stays in memory. */
    forget: (customerId: CustomerId) => void entries.delete(customerId),
    removePending: (customerId: CustomerId, chatId: string) =>
      change(customerId, (state) => withoutPending(state, chatId)),
  }
}
