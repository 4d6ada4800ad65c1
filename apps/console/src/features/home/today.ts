import { formatDate } from '@ruwu/domain'

/** `2026-03-16 星期一` in the enterprise's time zone. */
export function todayText(now: Date, timeZone: string): string {
  const weekday = new Intl.DateTimeFormat('zh-CN', { weekday: 'long', timeZone }).format(now)
  return `${formatDate(now, timeZone)} ${weekday}`
}
