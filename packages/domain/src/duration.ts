import { NO_VALUE } from './number-format.ts'

/** Takes seconds. Negative numbers stand for "none", as −1 does in statistics. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return NO_VALUE
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}秒`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}分${whole % 60}秒`
  return `${Math.floor(minutes / 60)}小时${minutes % 60}分`
}
