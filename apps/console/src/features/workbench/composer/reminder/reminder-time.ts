import { addDays, type CalendarDay, zonedTime, zoneOffsetMs } from '@ruwu/domain'

export const REMIND_CHOICES = ['halfHour', 'twoHours', 'tomorrow', 'custom'] as const
export type RemindChoice = (typeof REMIND_CHOICES)[number]

const MINUTE_MS = 60_000
const MORNING_HOUR = 9

type WallTime = CalendarDay & { hour: number; minute: number }

/** The instant of a wall-clock time in a time zone. */
export function momentAt({ year, month, day, hour, minute }: WallTime, timeZone: string): Date {
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  const guess = wall - zoneOffsetMs(new Date(wall), timeZone)
  return new Date(wall - zoneOffsetMs(new Date(guess), timeZone))
}

/** The instant of a preset, in the enterprise's time zone. */
export function remindTime(choice: Exclude<RemindChoice, 'custom'>, now: Date, timeZone: string): Date {
  switch (choice) {
    case 'halfHour':
      return new Date(now.getTime() + 30 * MINUTE_MS)
    case 'twoHours':
      return new Date(now.getTime() + 120 * MINUTE_MS)
    case 'tomorrow':
      return momentAt({ ...addDays(zonedTime(now, timeZone), 1), hour: MORNING_HOUR, minute: 0 }, timeZone)
  }
}
