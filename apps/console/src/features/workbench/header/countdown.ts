import { twoDigits } from '@ruwu/domain'

/** `mm:ss` until then, with hours before it when there are any; at its end it waits at 00:00. The clock it is given lags behind, never ahead. */
export function countdownOf(until: string, now: number): string {
  const left = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  const hours = Math.floor(left / 3600)
  const clock = `${twoDigits(Math.floor(left / 60) % 60)}:${twoDigits(left % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
