import { twoDigits } from '@ruwu/domain'

/** `mm:ss`, or `h:mm:ss`; stops at 00:00. `now` may lag behind by a tick, never ahead. */
export function countdownOf(until: string, now: number): string {
  const left = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  const hours = Math.floor(left / 3600)
  const clock = `${twoDigits(Math.floor(left / 60) % 60)}:${twoDigits(left % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
