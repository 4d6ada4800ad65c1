import { dayNumber, formatDateTime, zonedTime } from '@ruwu/domain'

const DAY_WORDS: Record<number, string> = { [-1]: '昨天', 0: '今天', 1: '明天' }

/** A time in the near future, or just gone: the day by its word where it has one. */
export function reminderTimeText(at: string, now: Date, timeZone: string): string {
  const days = dayNumber(zonedTime(new Date(at), timeZone)) - dayNumber(zonedTime(now, timeZone))
  const [day = '', clock = ''] = formatDateTime(at, timeZone).split(' ')
  const isThisYear = day.slice(0, 4) === formatDateTime(now, timeZone).slice(0, 4)
  return `${DAY_WORDS[days] ?? (isThisYear ? day.slice(5) : day)} ${clock}`
}
