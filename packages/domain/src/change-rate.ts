import { formatNumber, NO_VALUE } from './number-format.ts'

const UNKNOWN = -1

/** Percent by which value differs from base; undefined when either side is unknown (−1). */
export function changeRate(value: number, base: number): number | undefined {
  if (value === UNKNOWN || base === UNKNOWN) return undefined
  if (base === 0) return value === 0 ? 0 : 100
  return ((value - base) / base) * 100
}

/** Takes percent, as changeRate gives it. The arrow keeps the direction from resting on colour alone: `↑ 12.5%`. */
export function formatChangeRate(rate: number | undefined): string {
  if (rate === undefined || !Number.isFinite(rate)) return NO_VALUE
  const amount = formatNumber(Math.abs(rate))
  if (amount === '0') return '0%'
  return `${rate > 0 ? '↑' : '↓'} ${amount}%`
}

/** The words beside it: 较昨日. */
export function comparedTo(period: string): string {
  return `较${period}`
}
