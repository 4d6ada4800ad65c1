import type { AI_RETURNS } from '@ruwu/contract'
import { addDays } from '../calendar-day.ts'
import { zonedTime, zoneOffsetMs } from '../time-zone.ts'

/** 自动恢复: never, so many minutes after the last word of a person, or the next morning. */
export type AiReturn = (typeof AI_RETURNS)[number]

export const DEFAULT_AI_RETURN: AiReturn = '30'

/** By the enterprise's clock. */
export const NEXT_DAY_HOUR = 8

const MINUTE_MS = 60_000

/** When the AI comes back after a person has said something; null: it does not. */
export function returnTime(setting: AiReturn, lastHumanAt: Date, timeZone: string): Date | null {
  if (setting === 'off') return null
  if (setting === 'next_day') return nextMorning(lastHumanAt, timeZone)
  return new Date(lastHumanAt.getTime() + Number(setting) * MINUTE_MS)
}

function nextMorning(at: Date, timeZone: string): Date {
  const { year, month, day } = addDays(zonedTime(at, timeZone), 1)
  const wallClock = Date.UTC(year, month - 1, day, NEXT_DAY_HOUR)
  // Clocks change at night, so the offset just before that hour is the one of that hour.
  const roughly = new Date(wallClock - zoneOffsetMs(new Date(wallClock), timeZone))
  return new Date(wallClock - zoneOffsetMs(roughly, timeZone))
}
