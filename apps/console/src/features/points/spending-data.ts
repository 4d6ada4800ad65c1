import {
  type Data,
  type Granularity,
  HOURLY_DAYS_MAX,
  POINT_ITEMS,
  type PointItem,
  type pointsApi,
} from '@ruwu/contract'
import { addDays, dayNumber, formatDate, formatDay, parseDay, twoDigits, zonedTime } from '@ruwu/domain'
import type { BarData, ChartTone } from '../../chart/chart-data.ts'
import { choiceDays, type DateChoice, dateQuery, readDateChoice } from '../../list/date-choice.ts'
import { oneOf, writeQuery } from '../../list/url-query.ts'
import { POINT_PATH } from './use-open-points.ts'

export type Timeline = Data<typeof pointsApi.timeline>
export const SPENDERS = ['account', 'agent'] as const
export type SpendingView = { dates: DateChoice; groupBy: 'item' | 'account'; spender: (typeof SPENDERS)[number] }

const DEFAULT_DATES: DateChoice = { range: 'recent30Days' }

/** Period and groupings are kept in the address; the defaults are left out. */
export const readSpending = (query: URLSearchParams): SpendingView => ({
  dates: readDateChoice(query) ?? DEFAULT_DATES,
  groupBy: query.get('by') === 'account' ? 'account' : 'item',
  spender: oneOf(SPENDERS)(query.get('spender')) ?? 'account',
})

export function writeSpending({ dates, groupBy, spender }: SpendingView): URLSearchParams {
  const isDefault = dates.range === DEFAULT_DATES.range
  return writeQuery({
    ...(!isDefault && dateQuery(dates)),
    by: groupBy === 'account' ? groupBy : undefined,
    spender: spender === 'agent' ? spender : undefined,
  })
}

/** More days than this are drawn by week. */
const DAILY_MAX = 62

/** The period as the calls take it. */
export function spendingRange({ dates }: Pick<SpendingView, 'dates'>, now: Date, timeZone: string) {
  const { from, to } = choiceDays(dates, now, timeZone)
  const days = numberOf(to) - numberOf(from) + 1
  const granularity: Granularity = days <= HOURLY_DAYS_MAX ? 'hour' : days <= DAILY_MAX ? 'day' : 'week'
  return { range: 'custom' as const, from, to, granularity }
}

export type SpendingRange = ReturnType<typeof spendingRange>

const ITEM_TONES: Record<PointItem, ChartTone> = {
  ai_reply: 'c-1',
  image: 'c-2',
  follow_up: 'c-4',
  comment: 'c-6',
  judgement: 'c-8',
  knowledge: 'c-5',
  assist: 'c-7',
}
const ACCOUNT_TONES: readonly ChartTone[] = ['c-1', 'c-2', 'c-3', 'c-4', 'c-5', 'c-6', 'c-7']

export function timelineData({ series }: Timeline, granularity: Granularity, timeZone: string): BarData {
  const times = series[0]?.points.map(({ t }) => t) ?? []
  return {
    kind: 'bar',
    isStacked: true,
    labels: times.map((t) => labelOf(t, granularity, timeZone)),
    series: series.map(({ key, name, points }, index) => ({
      name,
      tone: toneOf(key) ?? ACCOUNT_TONES[index] ?? 'c-8',
      // More refunds than charges: nothing was spent.
      values: points.map(({ v }) => Math.max(v, 0)),
    })),
  }
}

function labelOf(t: string, granularity: Granularity, timeZone: string): string {
  const day = formatDate(t, timeZone).slice(5)
  return granularity === 'hour' ? `${day} ${twoDigits(zonedTime(new Date(t), timeZone).hour)}:00` : day
}

function toneOf(key: string): ChartTone | undefined {
  const item = POINT_ITEMS.find((each) => each === key)
  return item && ITEM_TONES[item]
}

/** The bills of a period: all consumption. */
export const billsIn = (dates: DateChoice): string =>
  `${POINT_PATH}/bill-list?${writeQuery({ type: 'consume', ...dateQuery(dates) })}`

/** The bills behind a bar: all consumption of its day or week. */
export function billsOf({ series }: Timeline, index: number, range: SpendingRange, timeZone: string) {
  const [start, next] = [series[0]?.points[index], series[0]?.points[index + 1]]
  if (!start) return undefined
  const from = formatDate(start.t, timeZone)
  const to = range.granularity === 'week' ? (next ? dayBefore(formatDate(next.t, timeZone)) : range.to) : from
  return billsIn({ range: 'custom', from, to })
}

const dayOf = (text: string) => parseDay(text) ?? { year: 1970, month: 1, day: 1 }
const numberOf = (text: string) => dayNumber(dayOf(text))
const dayBefore = (text: string) => formatDay(addDays(dayOf(text), -1))
