import { dayNumber, formatDateTime, zonedTime } from '@ruwu/domain'

const DAY_WORDS: Record<number, string> = { [-1]: '昨天', 0: '今天', 1: '明天' }

/** A near time; the day as 今天, 明天 where possible. */
export function reminderTimeText(at: string, now: Date, timeZone: string): string {
  const days = dayNumber(zonedTime(new Date(at), timeZone)) - dayNumber(zonedTime(now, timeZone))
  const [day = '', clock = ''] = formatDateTime(at, timeZone).split(' ')
  const isThisYear = day.slice(0, 4) === formatDateTime(now, timeZone).slice(0, 4)
  return `${DAY_WORDS[days] ?? (isThisYear ? day.slice(5) : day)} ${clock}`
}
