import type { CustomerMessage } from '@ruwu/contract'
import { formatDay } from '../calendar-day.ts'
import { zonedTime } from '../time-zone.ts'
import { isReadableLine } from './readable-line.ts'
import { dayFinder, type Drawing, rowsOf, type ThreadRow } from './thread-row.ts'
import type { PendingMessage, ThreadState } from './thread-state.ts'

/** Cached result; the next call reuses unchanged rows. */
type Drawn = {
  /** Cache key: inputs other than messages. */
  key: string
  drawing: Drawing
  messages: readonly CustomerMessage[]
  rows: ThreadRow[]
  /** Row offset of each message, plus the end. */
  starts: number[]
}

let last: Drawn | undefined

/**
 * Rows of a thread. `meId` groups pending sends with the agent's own last messages. Incremental: rows of unchanged messages
 * are the same objects as in the previous call.
 */
export function threadRows(state: ThreadState, now: Date, timeZone: string, meId = ''): ThreadRow[] {
  const key = [formatDay(zonedTime(now, timeZone)), timeZone, state.newSince, meId].join(' ')
  const drawing = last?.key === key ? last.drawing : { dayOf: dayFinder(now, timeZone), newSince: state.newSince, meId }
  // After a gap, pending sends would appear to answer old messages.
  const pending = state.hasMoreAfter ? [] : state.pending
  last = draw(last?.key === key ? last : { key, drawing, messages: [], rows: [], starts: [0] }, state.messages)
  return withPendingRows(last, pending)
}

/** Rebuilds only the rows between the common prefix and suffix. */
function draw(before: Drawn, messages: readonly CustomerMessage[]): Drawn {
  if (before.messages === messages) return before
  const shorter = Math.min(before.messages.length, messages.length)
  let head = 0
  while (head < shorter && before.messages[head] === messages[head]) head += 1
  let tail = 0
  while (
    tail < shorter - head &&
    before.messages[before.messages.length - 1 - tail] === messages[messages.length - 1 - tail]
  )
    tail += 1
  // Rows next to the change have a new neighbour (grouping).
  const from = Math.max(0, readableBefore(messages, head))
  const to = Math.min(messages.length, readableFrom(messages, messages.length - tail) + 1)

  const moved = messages.length - before.messages.length
  const rows = before.rows.slice(0, before.starts[from])
  const starts = before.starts.slice(0, from)
  for (let at = from; at < to; at += 1) {
    starts.push(rows.length)
    rows.push(...rowsAt(messages, at, before.drawing))
  }
  const kept = before.starts[to - moved] ?? 0
  const shift = rows.length - kept
  for (let at = to - moved; at < before.starts.length; at += 1) starts.push((before.starts[at] ?? 0) + shift)
  return { ...before, messages, rows: rows.concat(before.rows.slice(kept)), starts }
}

function rowsAt(messages: readonly CustomerMessage[], at: number, drawing: Drawing): ThreadRow[] {
  const message = messages[at] as CustomerMessage
  if (!isReadableLine(message)) return []
  return rowsOf(message, messages[readableBefore(messages, at)], messages[readableFrom(messages, at + 1)], drawing)
}

/** Appends pending sends; the last message may then no longer end its group. */
function withPendingRows({ messages, rows, starts, drawing }: Drawn, pending: readonly PendingMessage[]): ThreadRow[] {
  if (pending.length === 0) return rows
  const at = readableBefore(messages, messages.length)
  const end = messages[at]
  const ofEnd = end ? rowsOf(end, messages[readableBefore(messages, at)], pending[0], drawing) : []
  const ofPending = pending.flatMap((each, no) => rowsOf(each, pending[no - 1] ?? end, pending[no + 1], drawing))
  return [...rows.slice(0, end ? starts[at] : 0), ...ofEnd, ...ofPending]
}

/** Index of the previous readable message; -1 without one. */
function readableBefore(messages: readonly CustomerMessage[], place: number): number {
  let at = place - 1
  while (at >= 0 && !isReadableLine(messages[at] as CustomerMessage)) at -= 1
  return at
}

/** Index of the next readable message; the length without one. */
function readableFrom(messages: readonly CustomerMessage[], place: number): number {
  let at = place
  while (at < messages.length && !isReadableLine(messages[at] as CustomerMessage)) at += 1
  return at
}
