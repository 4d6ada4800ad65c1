import { addDays, type CalendarDay, formatDay, parseDay, startOfDay, zonedTime } from '@ruwu/domain'

/** Bills of one day, or those of them that move as many points (`each`): how many rows, and their sum. */
export type BillPart = { day: string; rows: number; delta: number; each?: number }

function dayIn(text: string): CalendarDay {
  const day = parseDay(text)
  if (!day) throw new Error(`not a day: ${text}`)
  return day
}

/** First instant of the oldest and end of the newest day. */
export const spanOf = (oldest: string, newest: string, timeZone: string): { start: Date; end: Date } => ({
  start: startOfDay(dayIn(oldest), timeZone),
  end: startOfDay(addDays(dayIn(newest), 1), timeZone),
})

type WholeDays = {
  /** Undefined: without an end on this side. */
  first: string | undefined
  last: string | undefined
  /** Days of which the period has a part only. */
  cut: string[]
}

/** The whole days of a period, `to` excluded, and those at its ends that it cuts. */
export function wholeDaysOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): WholeDays {
  const cut = new Set<string>()
  let [first, last]: (string | undefined)[] = []
  if (from) {
    const day = formatDay(zonedTime(new Date(from), timeZone))
    const isWhole = spanOf(day, day, timeZone).start.getTime() === Date.parse(from)
    if (!isWhole) cut.add(day)
    first = isWhole ? day : formatDay(addDays(dayIn(day), 1))
  }
  if (to) {
    const day = formatDay(zonedTime(new Date(Date.parse(to) - 1), timeZone))
    const isWhole = spanOf(day, day, timeZone).end.getTime() === Date.parse(to)
    if (!isWhole) cut.add(day)
    last = isWhole ? day : formatDay(addDays(dayIn(day), -1))
  }
  return { first, last, cut: [...cut] }
}

/** The first and last part, in the order of the list, that a page is in, and the rows of these that come before and after it. */
export function partsOnPage<Part extends { rows: number }>(parts: readonly Part[], offset: number, limit: number) {
  let before = 0
  let found: { first: Part; last: Part; skipped: number; left: number } | undefined
  for (const part of parts) {
    const after = before + part.rows
    if (after > offset) {
      found ??= { first: part, last: part, skipped: offset - before, left: 0 }
      found.last = part
      found.left = Math.max(0, after - offset - limit)
    }
    if (after >= offset + limit) break
    before = after
  }
  return found
}
