import type { DatePreset, Granularity } from '@ruwu/contract'
import { addDays, dayNumber, formatDay, parseDay, startOfWeek } from '../calendar-day.ts'
import { resolveDateRange } from '../date-presets.ts'
import { startOfDay, zonedTime } from '../time-zone.ts'

/**
 * Days of a time zone, `start` included and `end` excluded. `until` is the end of what is counted: now while the period lasts, in a
 * comparison the same time of its last day.
 */
export type Period = { from: string; to: string; start: Date; end: Date; until: Date }

type PeriodRequest = { range: DatePreset; from?: string | undefined; to?: string | undefined }

export function periodOf({ range, from, to }: PeriodRequest, now: Date, timeZone: string): Period {
  const resolved = resolveDateRange({ preset: range, now, timeZone, custom: [from, to] })
  // What happens in this very millisecond counts.
  const past = new Date(now.getTime() + 1)
  return { ...resolved, until: past < resolved.start ? resolved.start : earlier(past, resolved.end) }
}

/** As many days directly before; while the period lasts, up to the same time of day. */
export function periodBefore(period: Period, timeZone: string): Period {
  const days = daysOf(period)
  return shifted(period, -days, timeZone)
}

/** The same weekdays of an earlier or later time. */
export function shifted(period: Period, days: number, timeZone: string): Period {
  const from = addDays(dayIn(period.from), days)
  const to = addDays(dayIn(period.to), days)
  const end = startOfDay(addDays(to, 1), timeZone)
  return {
    from: formatDay(from),
    to: formatDay(to),
    start: startOfDay(from, timeZone),
    end,
    until: period.until < period.end ? earlier(sameTime(period.until, days, timeZone), end) : end,
  }
}

export const daysOf = ({ from, to }: Pick<Period, 'from' | 'to'>): number =>
  dayNumber(dayIn(to)) - dayNumber(dayIn(from)) + 1

/**
 * First instants of the hours, days or weeks of a period. Weeks begin on Monday; the first one begins with the period. A comparison is
 * cut at the places of the period it is compared with: `like`.
 */
export function bucketStarts(period: Period, granularity: Granularity, timeZone: string, like = period): Date[] {
  const first = dayIn(period.from)
  if (granularity === 'hour') return hourStarts(period, timeZone)
  const monday = dayNumber(startOfWeek(dayIn(like.from))) - dayNumber(dayIn(like.from))
  const isStart = (day: number) => granularity === 'day' || day === 0 || (day - monday) % 7 === 0
  return Array.from({ length: daysOf(period) }, (_, day) => day)
    .filter(isStart)
    .map((day) => startOfDay(addDays(first, day), timeZone))
}

/** First instant of the hour of a wall clock, also where its offset is no whole hour. */
export function startOfHour(at: Date, timeZone: string): Date {
  const { minute, second } = zonedTime(at, timeZone)
  const wholeSecond = Math.floor(at.getTime() / 1000) * 1000
  return new Date(wholeSecond - (minute * 60 + second) * 1000)
}

const HOUR_MS = 3_600_000

function hourStarts({ start, end }: Period, timeZone: string): Date[] {
  const starts: Date[] = []
  for (let at = start; at < end; at = laterHour(at, timeZone)) starts.push(at)
  return starts
}

/** A clock that is put back by less than an hour repeats part of one; the next one is later all the same. */
function laterHour(at: Date, timeZone: string): Date {
  const next = startOfHour(new Date(at.getTime() + HOUR_MS), timeZone)
  return next > at ? next : new Date(at.getTime() + HOUR_MS)
}

/** The same time after midnight, so many days later. */
function sameTime(at: Date, days: number, timeZone: string): Date {
  const day = zonedTime(at, timeZone)
  const sinceMidnight = at.getTime() - startOfDay(day, timeZone).getTime()
  return new Date(startOfDay(addDays(day, days), timeZone).getTime() + sinceMidnight)
}

const earlier = (a: Date, b: Date) => (a < b ? a : b)

function dayIn(text: string) {
  const day = parseDay(text)
  if (!day) throw new Error(`not a day: ${text}`)
  return day
}
