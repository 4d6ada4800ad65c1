import { addDays } from '../calendar-day.ts'
import { wallClockTime, zonedTime } from '../time-zone.ts'

export const REMIND_CHOICES = ['halfHour', 'twoHours', 'tomorrow', 'custom'] as const
export type RemindChoice = (typeof REMIND_CHOICES)[number]

const MINUTE_MS = 60_000
const MORNING = { hour: 9, minute: 0 }

/** The instant of a preset, in the enterprise's time zone. */
export function remindTime(choice: Exclude<RemindChoice, 'custom'>, now: Date, timeZone: string): Date {
  switch (choice) {
    case 'halfHour':
      return new Date(now.getTime() + 30 * MINUTE_MS)
    case 'twoHours':
      return new Date(now.getTime() + 120 * MINUTE_MS)
    case 'tomorrow':
      return wallClockTime(addDays(zonedTime(now, timeZone), 1), MORNING, timeZone)
  }
}
