import type { AiRow, MetricName, OverviewRow, ReceptionRow, Series, SummaryFilter, Tile } from '@ruwu/contract'
import {
  changeRate,
  formatChange,
  formatDate,
  formatDateTime,
  formatMetric,
  formatPercent,
  handoffText,
  METRIC_CATALOGUE,
  RESPONSE_BUCKET_LABELS,
  sortMisses,
  SOURCE_LABELS,
  SUMMARY_BLOCK_LABELS,
} from '@ruwu/domain'

/** A figure reads as on the screen; a number stays one, so that a workbook can add it up. */
export const figure = (name: MetricName, value: number) =>
  METRIC_CATALOGUE[name].unit === 'number' && !METRIC_CATALOGUE[name].per ? value : formatMetric(name, value)

/** A line of the exported summary: a figure of a part of the tab. */
export type SummaryLine = {
  block: string
  name: string
  /** Of a point of a trend, and of what was asked last. */
  time: string
  value: number | string
  share: string
  base: number | string
  change: string
  definition: string
}

const BLANK = { time: '', share: '', base: '', change: '', definition: '' }

const compared = (name: MetricName, value: number, base: number | null | undefined) =>
  base === null || base === undefined ? {} : { base: figure(name, base), change: formatChange(changeRate(value, base)) }

type Summary = {
  tiles: readonly Tile[]
  series: readonly Series[]
  rows: readonly (OverviewRow | ReceptionRow | AiRow)[]
}

/** Everything that the tab shows, part by part in one table. */
export function summaryLines(
  { tiles, rows, series }: Summary,
  { granularity, timeZone, sort }: Pick<SummaryFilter, 'granularity' | 'sort'> & { timeZone: string },
): SummaryLine[] {
  return [
    ...tiles.map(({ name, value, base }) => ({
      ...BLANK,
      block: SUMMARY_BLOCK_LABELS.tiles,
      name: METRIC_CATALOGUE[name].label,
      value: figure(name, value),
      ...compared(name, value, base),
      definition: METRIC_CATALOGUE[name].definition,
    })),
    ...inOrder(rows, sort).map((row) => ({ ...BLANK, ...partOf(row, timeZone) })),
    ...series
      .filter(({ isBase }) => !isBase)
      .flatMap(({ name, points }) => {
        const before = series.find((line) => line.isBase && line.name === name)
        return points.map(({ t, v }, index) => ({
          ...BLANK,
          block: SUMMARY_BLOCK_LABELS.series,
          name: METRIC_CATALOGUE[name].label,
          time: granularity === 'hour' ? formatDateTime(t, timeZone) : formatDate(t, timeZone),
          value: figure(name, v),
          ...compared(name, v, before?.points[index]?.v),
        }))
      }),
  ]
}

/** Misses, which come last, in the order of their table. */
const inOrder = (rows: Summary['rows'], sort: SummaryFilter['sort']): Summary['rows'] => {
  const misses = rows.filter((row) => 'group' in row && row.group === 'miss')
  return [...rows.slice(0, rows.length - misses.length), ...sortMisses(misses, sort)]
}

type Part = Pick<SummaryLine, 'block' | 'name' | 'value'> & Partial<SummaryLine>

function partOf(row: OverviewRow | ReceptionRow | AiRow, timeZone: string): Part {
  if ('bucket' in row) {
    const { bucket, value, rate } = row
    return {
      block: SUMMARY_BLOCK_LABELS.bucket,
      name: RESPONSE_BUCKET_LABELS[bucket],
      value,
      share: formatPercent(rate),
    }
  }
  const block = SUMMARY_BLOCK_LABELS[row.group]
  if (row.group === 'miss')
    return { block, name: row.question, value: row.times, time: formatDateTime(row.lastAt, timeZone) }
  return { block, name: nameOf(row), value: row.value, share: formatPercent(row.rate) }
}

function nameOf(row: Exclude<OverviewRow | AiRow, { group: 'miss' }>): string {
  if (row.group === 'funnel') return METRIC_CATALOGUE[row.name].label
  return row.group === 'source' ? SOURCE_LABELS[row.source] : handoffText(row.reason)
}
