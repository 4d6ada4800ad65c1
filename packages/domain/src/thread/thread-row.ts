import type { CustomerMessage } from '@ruwu/contract'
import { addDays, dayNumber, formatDay } from '../calendar-day.ts'
import { timeOf } from '../instant.ts'
import { RECALLED } from '../recall.ts'
import { startOfDay, zonedTime } from '../time-zone.ts'
import { isNote } from './readable-line.ts'
import type { PendingMessage } from './thread-state.ts'

/** Adjacent messages of one sender within this time form a group. */
const GROUP_MS = 3 * 60_000

/** The first of a group shows the sender. */
type InGroup = { isFirst: boolean; isLast: boolean }

/** Rows of the thread view, top to bottom; grey lines are system messages and recalls. */
export type ThreadRow =
  | { kind: 'day'; key: string; text: string }
  | { kind: 'new'; key: string }
  | { kind: 'line'; key: string; message: CustomerMessage }
  | ({ kind: 'message'; key: string; message: CustomerMessage } & InGroup)
  | ({ kind: 'pending'; key: string; pending: PendingMessage } & InGroup)

/** A message of the thread, or a pending send. */
type ThreadMessage = CustomerMessage | PendingMessage

export type Drawing = { dayOf: (at: string) => Day; newSince: number | null; meId: string }

/** A message with its preceding separators: date, 以下为新消息. */
export function rowsOf(
  message: ThreadMessage,
  before: ThreadMessage | undefined,
  after: ThreadMessage | undefined,
  drawing: Drawing,
): ThreadRow[] {
  const rows: ThreadRow[] = []
  const day = drawing.dayOf(message.createdAt)
  if (!before || drawing.dayOf(before.createdAt) !== day) rows.push(day.row)
  if (isNew(message, drawing) && !(before && isNew(before, drawing))) rows.push(NEW_ROW)
  const isFirst = !before || !isTogether(before, message, drawing)
  const isLast = !after || !isTogether(message, after, drawing)
  rows.push(rowOf(message, { isFirst, isLast }))
  return rows
}

const NEW_ROW: ThreadRow = { kind: 'new', key: 'new' }

function rowOf(message: ThreadMessage, place: InGroup): ThreadRow {
  const key = message.chatId
  if (!('seq' in message)) return { kind: 'pending', key, pending: message, ...place }
  return isGrey(message) ? { kind: 'line', key, message } : { kind: 'message', key, message, ...place }
}

const isGrey = ({ senderKind, recall, content }: CustomerMessage): boolean =>
  senderKind === 'system' || recall || content.type === RECALLED

/** Pending sends come last. */
const isNew = (message: ThreadMessage, { newSince }: Drawing): boolean =>
  newSince !== null && 'seq' in message && message.seq > newSince

/** Grouping key of the sender; undefined is never grouped. */
function senderOf(message: ThreadMessage, { meId }: Drawing): string | undefined {
  if (!('seq' in message)) return meId
  return isGrey(message) || isNote(message) ? undefined : message.senderId
}

function isTogether(a: ThreadMessage, b: ThreadMessage, drawing: Drawing): boolean {
  const sender = senderOf(a, drawing)
  if (sender === undefined || sender !== senderOf(b, drawing)) return false
  if (!isNew(a, drawing) && isNew(b, drawing)) return false
  const isOneDay = drawing.dayOf(a.createdAt) === drawing.dayOf(b.createdAt)
  return isOneDay && timeOf(b.createdAt) - timeOf(a.createdAt) <= GROUP_MS
}

// Fixed-width instants compare as strings, cheaper than parsing.
type Day = { row: ThreadRow; from: string; to: string }

/** The date row of an instant; the same object for the same day. */
export function dayFinder(now: Date, timeZone: string): Drawing['dayOf'] {
  const days: Day[] = []
  let last: Day | undefined
  const isOf = (day: Day, at: string) => at >= day.from && at < day.to
  return (at) => {
    if (last && isOf(last, at)) return last
    last = days.find((day) => isOf(day, at))
    if (!last) {
      last = dayAt(at, now, timeZone)
      days.push(last)
    }
    return last
  }
}

function dayAt(at: string, now: Date, timeZone: string): Day {
  const date = zonedTime(new Date(at), timeZone)
  const today = zonedTime(now, timeZone)
  const name = formatDay(date)
  const age = dayNumber(today) - dayNumber(date)
  const short = date.year === today.year ? name.slice('YYYY-'.length) : name
  return {
    row: { kind: 'day', key: `day ${name}`, text: age === 0 ? '今天' : age === 1 ? '昨天' : short },
    from: startOfDay(date, timeZone).toISOString(),
    to: startOfDay(addDays(date, 1), timeZone).toISOString(),
  }
}
