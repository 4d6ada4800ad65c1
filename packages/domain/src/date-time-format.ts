import { addDays, dayNumber, formatDay, twoDigits } from './calendar-day.ts'
import { type Instant, timeOf } from './instant.ts'
import { NO_VALUE } from './number-format.ts'
import { DEFAULT_TIME_ZONE, type ZonedTime, zonedTime } from './time-zone.ts'

const WEEKDAYS = '日一二三四五六'

/** A missing or unreadable moment reads `--` instead of breaking the screen around it. */
type MaybeInstant = Instant | null | undefined

/** `YYYY-MM-DD HH:mm` */
export function formatDateTime(at: MaybeInstant, timeZone: string = DEFAULT_TIME_ZONE): string {
  return format(at, timeZone, (time) => `${formatDay(time)} ${clock(time)}`)
}

/** `YYYY-MM-DD HH:mm:ss`, for logs and detail drawers. */
export function formatDateTimeSeconds(at: MaybeInstant, timeZone: string = DEFAULT_TIME_ZONE): string {
  return format(at, timeZone, (time) => `${formatDay(time)} ${clock(time)}:${twoDigits(time.second)}`)
}

/** `YYYY-MM-DD` */
export function formatDate(at: MaybeInstant, timeZone: string = DEFAULT_TIME_ZONE): string {
  return format(at, timeZone, formatDay)
}

/** `2026-03-16 星期一` */
export function formatDateWithWeekday(at: MaybeInstant, timeZone: string = DEFAULT_TIME_ZONE): string {
  return format(
    at,
    timeZone,
    (time) => `${formatDay(time)} 星期${WEEKDAYS.charAt(new Date(formatDay(time)).getUTCDay())}`,
  )
}

/** The short form of lists: today `HH:mm`, yesterday `昨天 HH:mm`, this year `MM-DD`, else `YYYY-MM-DD`. */
export function formatListTime(at: MaybeInstant, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return format(at, timeZone, (time) => {
    const today = zonedTime(now, timeZone)
    if (dayNumber(time) === dayNumber(today)) return clock(time)
    if (dayNumber(time) === dayNumber(addDays(today, -1))) return `昨天 ${clock(time)}`
    return time.year === today.year ? formatDay(time).slice(5) : formatDay(time)
  })
}

const DAY_WORDS: Record<number, string> = { [-1]: '昨天', 0: '今天', 1: '明天' }

/** A near time: `今天 HH:mm`, `明天 HH:mm`, this year `MM-DD HH:mm`, else with the year. */
export function formatNearTime(at: MaybeInstant, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return format(at, timeZone, (time) => {
    const today = zonedTime(now, timeZone)
    const day = time.year === today.year ? formatDay(time).slice(5) : formatDay(time)
    return `${DAY_WORDS[dayNumber(time) - dayNumber(today)] ?? day} ${clock(time)}`
  })
}

function format(at: MaybeInstant, timeZone: string, draw: (time: ZonedTime) => string): string {
  if (at === null || at === undefined || Number.isNaN(timeOf(at))) return NO_VALUE
  return draw(zonedTime(new Date(at), timeZone))
}

function clock({ hour, minute }: ZonedTime): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** Takes seconds. Negative numbers stand for "none", as −1 does in statistics. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return NO_VALUE
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}秒`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}分${whole % 60}秒`
  return `${Math.floor(minutes / 60)}小时${minutes % 60}分`
}
