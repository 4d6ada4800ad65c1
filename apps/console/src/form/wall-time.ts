import { wallClockTime, zonedTime } from '@ruwu/domain'
import dayjs, { type Dayjs } from 'dayjs'

// A picker knows the browser's time zone only: it shows and takes the wall clock of the enterprise's.

export function wallTime(at: Date, timeZone: string): Dayjs {
  const { year, month, day, hour, minute } = zonedTime(at, timeZone)
  return dayjs(new Date(year, month - 1, day, hour, minute))
}

export const momentOf = (time: Dayjs, timeZone: string): Date =>
  wallClockTime(
    { year: time.year(), month: time.month() + 1, day: time.date() },
    { hour: time.hour(), minute: time.minute() },
    timeZone,
  )
