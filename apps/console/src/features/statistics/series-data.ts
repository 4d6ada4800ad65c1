import type { Granularity, MetricName, Series, StatisticsFilter } from '@ruwu/contract'
import {
  formatMetric,
  METRIC_CATALOGUE,
  type MetricUnit,
  parseDay,
  addDays,
  formatDate,
  formatDay,
  twoDigits,
  zonedTime,
} from '@ruwu/domain'
import type { ChartTone, LineData } from '../../chart/chart-data.ts'
import { texts } from './texts.ts'

const TONES: Partial<Record<MetricName, ChartTone>> = {
  enterCustomers: 'c-2',
  talkCustomers: 'c-1',
  leadCustomers: 'goal',
  leads: 'goal',
  aiSessions: 'ai',
  aiFirst: 'ai',
  aiResponse: 'c-5',
  humanFirst: 'human',
  humanFirstMedian: 'human',
  humanResponse: 'c-1',
}
const SPARE: readonly ChartTone[] = ['c-1', 'c-3', 'c-4', 'c-5', 'c-6', 'c-7']

type TrendOptions = { granularity: Granularity; timeZone: string; asOf: string }

/**
 * A trend by hour, day or week. Of the period before only the first series is drawn: more lines would hide the current ones.
 * What has not begun is a gap.
 */
export function trendData(series: readonly Series[], { granularity, timeZone, asOf }: TrendOptions): LineData {
  const current = series.filter(({ isBase }) => !isBase)
  const [first] = current
  if (!first) return { kind: 'line', labels: [], series: [] }
  const base = series.find(({ isBase, name }) => isBase && name === first.name)
  const times = first.points.map(({ t }) => t)
  const isOneDay = new Set(times.map((t) => formatDate(t, timeZone))).size === 1
  let spare = 0
  const toneOf = (name: MetricName) => TONES[name] ?? SPARE[spare++ % SPARE.length] ?? 'c-1'
  const tones = new Map(current.map(({ name }) => [name, toneOf(name)]))
  const { unit } = METRIC_CATALOGUE[first.name]
  return {
    kind: 'line',
    labels: times.map((t) => labelOf(t, granularity, timeZone, isOneDay)),
    ...(unit !== 'number' && { format: (value: number) => formatMetric(first.name, value) }),
    ...scaleOf(
      unit,
      Math.max(...[...current, ...(base ? [base] : [])].flatMap(({ points }) => points.map(({ v }) => v))),
    ),
    series: [...current, ...(base ? [base] : [])].map(({ name, isBase, points }) => ({
      name: isBase ? texts.baseOf(METRIC_CATALOGUE[name].label) : METRIC_CATALOGUE[name].label,
      tone: tones.get(name) ?? 'c-1',
      values: points.map(({ t, v }) => (!isBase && t > asOf ? -1 : v)),
      isBase,
    })),
  }
}

const MINUTE = 60
const HOUR = 3600
/** Seconds that read round. */
const STEPS = [
  1,
  2,
  5,
  10,
  15,
  30,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  6 * HOUR,
  24 * HOUR,
]
const LINES = 5

/** A rate ends at 100 %; durations have steps of whole minutes or hours. */
function scaleOf(unit: MetricUnit, highest: number): Pick<LineData, 'scale'> {
  if (highest <= 0) return {}
  if (unit === 'rate' && highest <= 1) return { scale: { max: 1, step: 0.25 } }
  if (unit !== 'seconds') return {}
  const step = STEPS.find((it) => it * LINES >= highest) ?? Math.ceil(highest / LINES / HOUR) * HOUR
  return { scale: { max: Math.ceil(highest / step) * step, step } }
}

function labelOf(t: string, granularity: Granularity, timeZone: string, isOneDay: boolean): string {
  const day = formatDate(t, timeZone)
  const hour = `${twoDigits(zonedTime(new Date(t), timeZone).hour)}:00`
  if (granularity === 'hour') return isOneDay ? hour : `${day.slice(5)} ${hour}`
  if (granularity === 'week') return texts.weekFrom(day.slice(5))
  return `${day.slice(5)} ${texts.weekdays.charAt(new Date(day).getUTCDay())}`
}

/** The filter and the hour of one point of a trend: its days end before those of the next. */
export function pointFilter(
  times: readonly string[],
  index: number,
  granularity: Granularity,
  lastDay: string,
  timeZone: string,
): { filter: Partial<StatisticsFilter>; hour?: number } {
  const at = times[index] ?? ''
  const from = formatDate(at, timeZone)
  if (granularity === 'hour')
    return { filter: { range: 'custom', from, to: from }, hour: zonedTime(new Date(at), timeZone).hour }
  const next = times[index + 1]
  const nextDay = next && parseDay(formatDate(next, timeZone))
  return { filter: { range: 'custom', from, to: nextDay ? formatDay(addDays(nextDay, -1)) : lastDay } }
}
