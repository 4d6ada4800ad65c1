import type { MetricName } from '@ruwu/contract'
import { formatDuration } from '../date-time-format.ts'
import { formatNumber, formatPercent, NO_VALUE } from '../number-format.ts'
import { METRIC_CATALOGUE } from './metrics.ts'

/** A figure as pages, tables, exports and the daily report show it. */
export function formatMetric(name: MetricName, value: number): string {
  const { unit, per } = METRIC_CATALOGUE[name]
  if (unit === 'seconds') return formatDuration(value)
  if (unit === 'rate') return formatPercent(value)
  return per && value === -1 ? NO_VALUE : formatNumber(value)
}

/** With its direction: ↑12.5%, ↓3%, 0%. */
export function formatChange(changeRate: number | null): string {
  if (changeRate === null) return NO_VALUE
  const arrow = changeRate > 0 ? '↑' : changeRate < 0 ? '↓' : ''
  return `${arrow}${formatPercent(Math.abs(changeRate) / 100)}`
}
