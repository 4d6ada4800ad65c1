import type { CustomerMessage, MessageId } from '@ruwu/contract'
import { sortMessages } from '../chat-order.ts'
import { isReadableLine } from './readable-line.ts'
import { changeMessage, readMessage } from './message-change.ts'
import {
  CHANGES_MAX,
  type MessageChange,
  type ReadChange,
  READS_MAX,
  type ThreadChange,
  type ThreadState,
} from './thread-state.ts'
import { doTouch, isInside, loadedRange, mergeSorted, type Range, unionOf, withRange } from './thread-window.ts'

/** A page with its request; `around` is also used for the newest page. */
export type ThreadPage = {
  items: readonly CustomerMessage[]
  /** Those that the items quote from outside of the page. */
  quotes?: readonly CustomerMessage[] | undefined
  hasMoreBefore: boolean
  hasMoreAfter: boolean
} & ({ kind: 'older'; beforeSeq: number } | { kind: 'newer'; afterSeq: number } | { kind: 'around' })

/**
 * Applies a page. An adjacent page extends the loaded range; a page elsewhere replaces it; a response for a range
 * that is no longer loaded is ignored.
 */
export function withPage(state: ThreadState, page: ThreadPage): ThreadState {
  const items = sortMessages(page.items).map((message) => upToDate(state, message))
  const known = withQuotes(withoutSent(state, items), page.quotes)
  const loaded = loadedRange(state)
  const answered = answeredRange(page)
  if (loaded && doTouch(loaded, answered)) {
    return withRange(known, mergeSorted(stillStored(state, page), items), unionOf(loaded, answered), isEnd(page))
  }
  if (page.kind !== 'around' || (loaded && items.length === 0)) return state
  const later = state.messages.filter(({ seq }) => seq > answered.to)
  return withRange({ ...known, newer: mergeSorted(later, state.newer) }, items, answered, isEnd(page))
}

/** 数据保留 deletes the beginning of a thread: held messages before the first of a page that is the beginning are gone. */
function stillStored({ messages }: ThreadState, page: ThreadPage): readonly CustomerMessage[] {
  const first = page.kind === 'newer' || page.hasMoreBefore ? undefined : page.items[0]?.seq
  return first === undefined || (messages[0]?.seq ?? first) >= first
    ? messages
    : messages.filter(({ seq }) => seq >= first)
}

/** Seqs of a thread begin at 1: the start is loaded and messages before it were deleted. */
export const isStartPurged = ({ messages, hasMoreBefore }: ThreadState): boolean =>
  !hasMoreBefore && (messages[0]?.seq ?? 1) > 1

/** Keeps messages that are quoted from outside of the loaded range. */
export function withQuotes(state: ThreadState, quotes: readonly CustomerMessage[] = []): ThreadState {
  if (quotes.length === 0) return state
  const ids = new Set(quotes.map(({ id }) => id))
  const others = state.quotes.filter(({ id }) => !ids.has(id))
  return { ...state, quotes: [...others, ...quotes.map((message) => upToDate(state, message))] }
}

/** A message that is loaded, or known because another one quotes it. */
export const findQuoted = ({ messages, quotes }: ThreadState, chatId: string): CustomerMessage | undefined =>
  messages.find((message) => message.chatId === chatId) ?? quotes.find((message) => message.chatId === chatId)

/** Appends a message. Beyond a gap it is only counted; before the loaded range it is ignored (a page brings it). */
export function withMessage(state: ThreadState, message: CustomerMessage): ThreadState {
  const loaded = loadedRange(state)
  if (loaded && message.seq < loaded.from) return withoutSent(state, [message])
  const news = [upToDate(state, message)]
  const known = withoutSent(state, news)
  if (!loaded) return { ...known, newer: mergeSorted(state.newer, news) }
  if (isInside(message, loaded)) return withRange(known, mergeSorted(state.messages, news), loaded)
  return withRange({ ...known, newer: mergeSorted(state.newer, news) }, state.messages, loaded)
}

/** Applies changes of messages: sent, failed, read, recalled, media fetched. */
export function withChange(state: ThreadState, change: ThreadChange): ThreadState {
  if (change.type === 'cus_read') return withRead(state, { seq: change.seq, at: change.at })
  const isMeant = ({ id }: CustomerMessage) => id === change.messageId
  const messages = changedOne(state.messages, isMeant, (message) => changeMessage(message, change))
  const newer = changedOne(state.newer, isMeant, (message) => changeMessage(message, change))
  const quotes = changedOne(state.quotes, isMeant, (message) => changeMessage(message, change))
  return {
    ...state,
    messages: messages ?? state.messages,
    newer: newer ?? state.newer,
    quotes: quotes ?? state.quotes,
    changes: remember(state.changes, change),
  }
}

/** Disconnected: a gap may follow the last message; later pages close it. */
export const withBreak = (state: ThreadState): ThreadState =>
  state.messages.length > 0 ? { ...state, hasMoreAfter: true } : { ...state, hasMoreBefore: true, hasMoreAfter: true }

/** Messages received since the thread was last shown to its end. */
export const countNewer = ({ newer, endSeq }: ThreadState): number =>
  newer.filter((message) => message.seq > endSeq && isReadableLine(message)).length

/** A message with all later recorded changes applied. */
function upToDate(state: ThreadState, message: CustomerMessage): CustomerMessage {
  const changes = state.changes.get(message.id) ?? []
  const changed = changes.filter(({ at }) => at >= message.updatedAt).reduce(changeMessage, message)
  return state.reads.reduce(readMessage, changed)
}

/** The seq range a page covers completely, as of its creation. */
function answeredRange(page: ThreadPage): Range {
  const from = page.kind === 'newer' ? page.afterSeq + 1 : page.hasMoreBefore ? (page.items[0]?.seq ?? 0) : 0
  return { from, to: page.kind === 'older' ? page.beforeSeq - 1 : (page.items.at(-1)?.seq ?? from - 1) }
}

const isEnd = (page: ThreadPage): boolean => page.kind !== 'older' && !page.hasMoreAfter

/** Removes pending messages that are now in the thread. */
function withoutSent(state: ThreadState, messages: readonly CustomerMessage[]): ThreadState {
  if (state.pending.length === 0) return state
  const sent = new Set(messages.map(({ chatId }) => chatId))
  const pending = state.pending.filter(({ chatId }) => !sent.has(chatId))
  return pending.length < state.pending.length ? { ...state, pending } : state
}

function withRead(state: ThreadState, read: ReadChange): ThreadState {
  const readOne = (message: CustomerMessage) => readMessage(message, read)
  return {
    ...state,
    messages: changedSome(state.messages, readOne),
    newer: changedSome(state.newer, readOne),
    reads: [...state.reads, read].slice(-READS_MAX),
  }
}

/** Changes one item, searched from the end (recent messages change most); undefined when absent. */
function changedOne<T>(list: readonly T[], isMeant: (one: T) => boolean, change: (one: T) => T): T[] | undefined {
  const at = list.findLastIndex(isMeant)
  return at < 0 ? undefined : list.with(at, change(list[at] as T))
}

/** Returns the same list when no item changed. */
function changedSome<T>(list: readonly T[], change: (one: T) => T): readonly T[] {
  const changed = list.map(change)
  return changed.some((one, at) => one !== list[at]) ? changed : list
}

function remember(changes: ThreadState['changes'], change: MessageChange): ThreadState['changes'] {
  const id = change.messageId as MessageId
  const remembered = new Map(changes)
  remembered.delete(id)
  remembered.set(id, [...(changes.get(id) ?? []), change])
  for (const oldest of remembered.keys()) {
    if (remembered.size <= CHANGES_MAX) break
    remembered.delete(oldest)
  }
  return remembered
}
