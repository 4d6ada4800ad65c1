import type { ThreadRow } from '@ruwu/domain'

type Said = Exclude<ThreadRow, { kind: 'day' | 'new' }>

/**
 * What the list counts: messages. The name of the day and 以下为新消息 belong to the message they stand above, so that older
 * messages coming in above change no place but their own.
 */
export type LogItem = {
  key: string
  /** Infinite while it is on its way. */
  seq: number
  row: Said
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

const known = new WeakMap<Said, LogItem>()

/** The same object as before when nothing about it is new, so that it is not drawn again. */
function itemOf(row: Said, day: string, isFirstNew: boolean): LogItem {
  const before = known.get(row)
  if (before && before.day === day && before.isFirstNew === isFirstNew) return before
  const seq = row.kind === 'pending' ? Infinity : row.message.seq
  const item = { key: row.key, seq, row, day, isFirstNew }
  known.set(row, item)
  return item
}

type Numbered = { seq: number }

/** By how many places the beginning of the list has moved: up with what came in above, down with what was put away. */
export function shiftOf(before: readonly Numbered[], after: readonly Numbered[]): number {
  const oldFirst = before[0]?.seq
  const newFirst = after[0]?.seq
  if (oldFirst === undefined || newFirst === undefined) return 0
  return newFirst < oldFirst ? -placeOf(after, oldFirst) : placeOf(before, newFirst)
}

/** Where a number stands, or would stand. */
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
