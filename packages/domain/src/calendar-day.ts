/** ISO number of the first weekday: Monday, in every locale. */
export const WEEK_STARTS_ON = 1

/** A day of the calendar without a time zone; month counts from 1. */
export type CalendarDay = { year: number; month: number; day: number }

const DAY_MS = 86_400_000

/** Days since 1970-01-01, so that days can be compared and subtracted. */
export function dayNumber({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day) / DAY_MS
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  const moved = new Date((dayNumber(day) + days) * DAY_MS)
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

export function startOfWeek(day: CalendarDay): CalendarDay {
  const weekday = new Date(dayNumber(day) * DAY_MS).getUTCDay()
  return addDays(day, -((weekday - WEEK_STARTS_ON + 7) % 7))
}

export function formatDay({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

/** Reads `YYYY-MM-DD`; undefined for anything else, also for days that do not exist. */
export function parseDay(text: string): CalendarDay | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (!year) return undefined
  const parsed = { year: Number(year), month: Number(month), day: Number(day) }
  return formatDay(addDays(parsed, 0)) === text ? parsed : undefined
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
