import type { ThreadRow } from '@ruwu/domain'

type MessageRow = Exclude<ThreadRow, { kind: 'day' | 'new' }>

/**
 * One virtual list item per message. The day heading and 以下为新消息 are part of the message below them, so that prepending
 * older messages changes no other item's index.
 */
export type LogItem = {
  key: string
  /** Infinity while pending. */
  seq: number
  row: MessageRow
  day: string
  isFirstNew: boolean
}

export function logItems(rows: readonly ThreadRow[]): LogItem[] {
  const items: LogItem[] = []
  let day = ''
  let isFirstNew = false
  for (const row of rows) {
    if (row.kind === 'day') day = row.text
    else if (row.kind === 'new') isFirstNew = true
    else {
      items.push(itemOf(row, day, isFirstNew))
      day = ''
      isFirstNew = false
    }
  }
  return items
}

const known = new WeakMap<MessageRow, LogItem>()

/** Returns the previous object when nothing changed, so that the memoised row does not re-render. */
function itemOf(row: MessageRow, day: string, isFirstNew: boolean): LogItem {
  const before = known.get(row)
  if (before && before.day === day && before.isFirstNew === isFirstNew) return before
  const seq = row.kind === 'pending' ? Infinity : row.message.seq
  const item = { key: row.key, seq, row, day, isFirstNew }
  known.set(row, item)
  return item
}

type Numbered = { seq: number }

/** By how many indexes the start of the list moved: negative for prepended, positive for dropped messages. */
export function shiftOf(before: readonly Numbered[], after: readonly Numbered[]): number {
  const oldFirst = before[0]?.seq
  const newFirst = after[0]?.seq
  if (oldFirst === undefined || newFirst === undefined) return 0
  return newFirst < oldFirst ? -placeOf(after, oldFirst) : placeOf(before, newFirst)
}

/** The index of a sequence number, or its insertion index. */
export function placeOf(items: readonly Numbered[], seq: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.seq ?? Infinity) < seq) low = middle + 1
    else high = middle
  }
  return low
}
