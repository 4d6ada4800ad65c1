import { type DatePreset, STATISTICS_DAYS_MAX } from '@ruwu/contract'
import { addDays, type CalendarDay, dayNumber, formatDay, parseDay, startOfWeek } from './calendar-day.ts'
import { DEFAULT_TIME_ZONE, startOfDay, zonedTime } from './time-zone.ts'

export const DATE_PRESET_LABELS: Record<DatePreset, string> = {
  today: '今天',
  yesterday: '昨天',
  week: '近一周',
  lastWeek: '上周',
  month: '本月',
  recent7Days: '近7天',
  recent30Days: '近30天',
  custom: '自定义',
}

/** Days `from` to `to`, both included; as moments, `start` included and `end` excluded. */
export type DateRange = { from: string; to: string; start: Date; end: Date }

type DateRangeRequest = { preset: DatePreset; now: Date; timeZone?: string; custom?: unknown }

type DaySpan = [from: CalendarDay, to: CalendarDay]

const SPANS: { [P in DatePreset]: (today: CalendarDay, custom: unknown) => DaySpan } = {
  today: (today) => [today, today],
  yesterday: (today) => endingYesterday(today, 1),
  week: (today) => [addDays(today, -6), today],
  lastWeek: (today) => [addDays(startOfWeek(today), -7), addDays(startOfWeek(today), -1)],
  month: (today) => [{ ...today, day: 1 }, today],
  recent7Days: (today) => endingYesterday(today, 7),
  recent30Days: (today) => endingYesterday(today, 30),
  // Two valid days of at most 184 days, else yesterday.
  custom: (today, custom) => {
    const span = parseSpan(custom)
    return span && isUsable(span) ? span : endingYesterday(today, 1)
  },
}

export function resolveDateRange({ preset, now, timeZone = DEFAULT_TIME_ZONE, custom }: DateRangeRequest): DateRange {
  const { year, month, day } = zonedTime(now, timeZone)
  const [from, to] = SPANS[preset]({ year, month, day }, custom)
  return {
    from: formatDay(from),
    to: formatDay(to),
    start: startOfDay(from, timeZone),
    end: startOfDay(addDays(to, 1), timeZone),
  }
}

function isUsable([from, to]: DaySpan): boolean {
  const days = dayNumber(to) - dayNumber(from) + 1
  return days >= 1 && days <= STATISTICS_DAYS_MAX
}

function parseSpan(custom: unknown): DaySpan | undefined {
  if (!Array.isArray(custom) || custom.length !== 2) return undefined
  const [from, to] = custom.map((text) => (typeof text === 'string' ? parseDay(text) : undefined))
  return from && to && [from, to]
}

function endingYesterday(today: CalendarDay, days: number): DaySpan {
  return [addDays(today, -days), addDays(today, -1)]
}
