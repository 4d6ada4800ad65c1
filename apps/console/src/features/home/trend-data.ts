import type { HomeOverview, HomeRange, MetricName } from '@ruwu/contract'
import { formatDate, formatDateTime, zonedTime } from '@ruwu/domain'
import type { ChartPoint, ChartTone, LineData } from '../../chart/chart-data.ts'
import { texts } from './texts.ts'

type TrendOptions = { range: HomeRange; isCompared: boolean; timeZone: string }

const LINES = { enterCustomers: 'c-2', talkCustomers: 'c-1', leadCustomers: 'goal' } as const satisfies Record<
  string,
  ChartTone
>
type LineName = keyof typeof LINES

const isLine = (name: string): name is LineName => name in LINES

/** 进线, 开口 and 留资; compared, also 进线 of the period before. Hours that have not begun are gaps. */
export function trendOf({ series, asOf }: HomeOverview, { range, isCompared, timeZone }: TrendOptions): LineData {
  const label = (t: string) =>
    range === 'recent7Days' ? formatDate(t, timeZone).slice(5) : formatDateTime(t, timeZone).slice(-5)
  const current = series.flatMap(({ name, isBase, points }) =>
    !isBase && isLine(name)
      ? [{ name: texts.lines[name], tone: LINES[name], values: points.map(({ t, v }) => (t > asOf ? -1 : v)) }]
      : [],
  )
  const base = series
    .filter(({ name, isBase }) => isCompared && isBase && name === 'enterCustomers')
    .map(({ points }) => ({
      name: texts.baseLine[range],
      tone: 'c-2' as const,
      isBase: true,
      values: points.map(({ v }) => v),
    }))
  const points = series.find(({ isBase }) => !isBase)?.points ?? []
  return { kind: 'line', labels: points.map(({ t }) => label(t)), series: [...current, ...base] }
}

type ListAt = { metric: MetricName; filter: Record<string, unknown> }

/** What a point of the trend counted: a day, or an hour of one. Lines of the period before have no list. */
export function pointOf(
  { series }: HomeOverview,
  { series: at, index }: ChartPoint,
  { range, timeZone }: Pick<TrendOptions, 'range' | 'timeZone'>,
): ListAt | undefined {
  const line = series.filter(({ name, isBase }) => !isBase && isLine(name))[at]
  const point = line?.points[index]
  if (!line || !point || point.v <= 0) return undefined
  const day = formatDate(point.t, timeZone)
  const hour = range === 'recent7Days' ? undefined : zonedTime(new Date(point.t), timeZone).hour
  return { metric: line.name, filter: { range: 'custom', from: day, to: day, hour } }
}
