import type { CustomerMessage } from '@ruwu/contract'
import { mergeMessage } from './message-change.ts'
import type { ThreadState } from './thread-state.ts'

/** A seq range in which every message is known, inclusive. */
export type Range = { from: number; to: number }

/** Seqs start at 1; 0 is before the first. */
const BEGINNING = 0

/** The loaded range; undefined while empty. */
export function loadedRange({ messages, hasMoreBefore, hasMoreAfter }: ThreadState): Range | undefined {
  const first = messages[0]
  const last = messages.at(-1)
  if ((hasMoreBefore && !first) || (hasMoreAfter && !last)) return undefined
  return {
    from: hasMoreBefore ? (first?.seq ?? BEGINNING) : BEGINNING,
    to: hasMoreAfter ? (last?.seq ?? BEGINNING) : Infinity,
  }
}

export const doTouch = (a: Range, b: Range): boolean => a.from <= b.to + 1 && b.from <= a.to + 1

export const unionOf = (a: Range, b: Range): Range => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) })

export const isInside = ({ seq }: { seq: number }, range: Range): boolean => seq >= range.from && seq <= range.to

/**
 * Loads all known messages of a range and those directly after it. A page's claim to be the end is accepted only
 * without known messages beyond a gap: the page may be stale.
 */
export function withRange(
  state: ThreadState,
  known: readonly CustomerMessage[],
  range: Range,
  isEnd = false,
): ThreadState {
  const all = mergeSorted(state.newer, known)
  const reached = lastInRow(all, range.to)
  const to = isEnd && reached >= (all.at(-1)?.seq ?? reached) ? Infinity : reached
  const messages = between(all, range.from, to)
  const hasMoreAfter = to !== Infinity
  return {
    ...state,
    messages,
    newer: between(all, to + 1, Infinity),
    hasMoreBefore: range.from !== BEGINNING,
    hasMoreAfter,
    endSeq: hasMoreAfter ? state.endSeq : (messages.at(-1)?.seq ?? BEGINNING),
  }
}

/** End of the gap-free sequence from a seq. */
function lastInRow(messages: readonly CustomerMessage[], from: number): number {
  let last = from
  for (let at = placeOf(messages, from + 1); messages[at]?.seq === last + 1; at += 1) last += 1
  return last
}

function between(messages: readonly CustomerMessage[], from: number, to: number): readonly CustomerMessage[] {
  const start = placeOf(messages, from)
  const end = placeOf(messages, to + 1)
  return start === 0 && end === messages.length ? messages : messages.slice(start, end)
}

/** Binary search: index of the first message at or after a seq. */
function placeOf(messages: readonly CustomerMessage[], seq: number): number {
  let from = 0
  let to = messages.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((messages[middle] as CustomerMessage).seq < seq) from = middle + 1
    else to = middle
  }
  return from
}

/** Merges two sorted lists by seq; duplicates are merged, the second as the newer copy. */
export function mergeSorted(
  held: readonly CustomerMessage[],
  news: readonly CustomerMessage[],
): readonly CustomerMessage[] {
  const [first, last] = [news[0], news.at(-1)]
  if (!first || !last) return held
  const start = placeOf(held, first.seq)
  const end = placeOf(held, last.seq + 1)
  if (start === held.length && start === 0) return news
  const merged: CustomerMessage[] = []
  let at = start
  for (const message of news) {
    for (; at < end && (held[at] as CustomerMessage).seq < message.seq; at += 1)
      merged.push(held[at] as CustomerMessage)
    const same = at < end && held[at]?.seq === message.seq ? held[at] : undefined
    if (same) at += 1
    merged.push(same ? mergeMessage(same, message) : message)
  }
  return [...held.slice(0, start), ...merged, ...held.slice(end)]
}
