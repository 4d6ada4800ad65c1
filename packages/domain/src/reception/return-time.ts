import type { AI_RETURNS } from '@ruwu/contract'
import { addDays } from '../calendar-day.ts'
import { wallClockTime, zonedTime } from '../time-zone.ts'

/** 自动恢复: never, so many minutes after the last word of a person, or the next morning. */
export type AiReturn = (typeof AI_RETURNS)[number]

/** By the enterprise's clock. */
const NEXT_DAY_HOUR = 8

const MINUTE_MS = 60_000

/** When the AI comes back after a person has said something; null: it does not. */
export function returnTime(setting: AiReturn, lastHumanAt: Date, timeZone: string): Date | null {
  if (setting === 'off') return null
  if (setting === 'next_day') return nextMorning(lastHumanAt, timeZone)
  return new Date(lastHumanAt.getTime() + Number(setting) * MINUTE_MS)
}

function nextMorning(at: Date, timeZone: string): Date {
  return wallClockTime(addDays(zonedTime(at, timeZone), 1), { hour: NEXT_DAY_HOUR, minute: 0 }, timeZone)
}
