import { AgentId, DAILY_COMPARES, type DailyFilter, RelationId } from '@ruwu/contract'
import { addDays, formatDay, parseDay, resolveDateRange } from '@ruwu/domain'
import { writeQuery } from '../../../list/url-query.ts'

/** The newest day with a report. */
export const lastDay = (now: Date, timeZone: string): string =>
  resolveDateRange({ preset: 'yesterday', now, timeZone }).from

/** The filter is kept in the URL: an invalid value, or a day without a report, counts as not set. */
export function readDailyUrl(query: URLSearchParams, last: string): DailyFilter {
  const date = query.get('date') ?? ''
  const subSourceId = RelationId.safeParse(query.get('subSourceId')).data
  const agentId = AgentId.safeParse(query.get('agentId')).data
  return {
    date: parseDay(date) && date <= last ? date : last,
    ...(subSourceId && { subSourceId }),
    ...(agentId && { agentId }),
    compare: DAILY_COMPARES.find((it) => it === query.get('compare')) ?? 'prevDay',
  }
}

export const writeDailyUrl = ({ date, compare, ...rest }: DailyFilter, last: string): URLSearchParams =>
  writeQuery({
    date: date === last ? undefined : date,
    ...rest,
    compare: compare === 'prevDay' ? undefined : compare,
  })

/** The filter of the report in the address of 数据统计. */
export const statisticsFilter = ({ date, subSourceId, agentId }: DailyFilter) => ({
  range: 'custom',
  from: date,
  to: date,
  subSourceIds: subSourceId,
  agentIds: agentId,
})

/** What a list of the report shows, whole in 数据统计. */
export const listQuery = (filter: DailyFilter, list: Record<string, string>): string =>
  writeQuery({ ...list, ...statisticsFilter(filter) }).toString()

const DAYS_BACK = { prevDay: 1, lastWeekDay: 7 } as const

/** The day that the report is compared with. */
export const baseDay = ({ date, compare }: DailyFilter): string => dayAfter(date, -DAYS_BACK[compare])

/** The day so many days later; `day` is one. */
export const dayAfter = (day: string, days: number): string => formatDay(addDays(parseDay(day)!, days))
