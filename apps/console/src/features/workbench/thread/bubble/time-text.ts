import { formatDateTimeSeconds, twoDigits, zonedTime } from '@ruwu/domain'
import { texts } from '../texts.ts'
import type { Line } from './message-line.ts'

/** `HH:mm` */
export function clockTimeOf(at: string, timeZone: string): string {
  const { hour, minute } = zonedTime(new Date(at), timeZone)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** Full time for the tooltip: the platform's own where the message passed through it. */
export function timeHintOf({ message, createdAt }: Line, timeZone: string): string {
  const at = message?.platformTime
  return at
    ? texts.platformTime(formatDateTimeSeconds(at, timeZone))
    : texts.localTime(formatDateTimeSeconds(createdAt, timeZone))
}

/** `0:07`, `12:30`. */
export const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${twoDigits(Math.floor(seconds) % 60)}`
