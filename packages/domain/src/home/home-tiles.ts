import { type MetricName, STATISTICS_DAYS_MAX } from '@ruwu/contract'
import { addDays, formatDay } from '../calendar-day.ts'
import { zonedTime } from '../time-zone.ts'

/** 概览 of /home. */
export const HOME_TILES = [
  'enterCustomers',
  'talkCustomers',
  'talkRate',
  'leadCustomers',
  'leadRate',
  'humanFirstMedian',
  'aiShare',
  'unanswered',
] as const satisfies readonly MetricName[]

/** 待跟进线索 of as many days as statistics show, today included: the card counts them, its list shows them. */
export function leadsToFollow(now: Date, timeZone: string) {
  const today = zonedTime(now, timeZone)
  const from = formatDay(addDays(today, 1 - STATISTICS_DAYS_MAX))
  return { range: 'custom', from, to: formatDay(today), status: 'new' } as const
}
