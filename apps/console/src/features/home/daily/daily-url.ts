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

/** What a list of the report shows, whole in 数据统计. */
export const listQuery = ({ date, subSourceId, agentId }: DailyFilter, list: Record<string, string>): string =>
  writeQuery({
    ...list,
    range: 'custom',
    from: date,
    to: date,
    subSourceIds: subSourceId,
    agentIds: agentId,
  }).toString()

/** The day so many days later; `day` is one. */
export const dayAfter = (day: string, days: number): string => formatDay(addDays(parseDay(day)!, days))
