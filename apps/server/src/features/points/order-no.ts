import { randomInt } from 'node:crypto'
import { formatDay, zonedTime } from '@ruwu/domain'

const DIGITS = 10

/** The day and ten digits. */
export function newOrderNo(now: Date, timeZone: string): string {
  const digits = Array.from({ length: DIGITS }, () => randomInt(10)).join('')
  return formatDay(zonedTime(now, timeZone)).replaceAll('-', '') + digits
}
