import type { FollowUpSetting, QuietHours } from '@ruwu/contract'
import { addDays } from '../calendar-day.ts'
import { isQuiet } from '../notify/default-notify-setting.ts'
import { wallClockTime, zonedTime } from '../time-zone.ts'

/** A customer who has not answered our last reply. */
export type Silence = {
  /** Time of our last reply. */
  since: Date
  /** Which step comes next, from 1. */
  step: number
  /** Time of the previous step in this silence. */
  lastStepAt: Date | null
}

const MINUTE_MS = 60_000

/**
 * Due time of the next step, not before now: `minutes` after our reply, at least the steps' difference after the previous one,
 * and outside quiet hours.
 */
export function followUpDue(
  { steps, quiet, globalQuiet }: Pick<FollowUpSetting, 'steps' | 'quiet'> & { globalQuiet?: QuietHours },
  { since, step, lastStepAt }: Silence,
  { now, timeZone }: { now: Date; timeZone: string },
): Date {
  const minutes = minutesOf(steps, step)
  const apart = minutes - minutesOf(steps, step - 1)
  const wanted = [since.getTime() + minutes * MINUTE_MS, now.getTime()]
  if (lastStepAt) wanted.push(lastStepAt.getTime() + apart * MINUTE_MS)
  const hours = globalQuiet ? [quiet, globalQuiet, quiet, globalQuiet] : [quiet]
  // Twice: the end of the one may lie in the other.
  return hours.reduce((at, each) => afterQuiet(each, at, timeZone), new Date(Math.max(...wanted)))
}

const minutesOf = (steps: FollowUpSetting['steps'], step: number) => steps[step - 1]?.minutes ?? 0

/** The time itself, or the end of the quiet hours that it lies in. */
export function afterQuiet(quiet: QuietHours, at: Date, timeZone: string): Date {
  const clock = zonedTime(at, timeZone)
  const minuteOfDay = clock.hour * 60 + clock.minute
  if (!isQuiet(quiet, minuteOfDay)) return at
  const hour = Number(quiet.to.slice(0, 2))
  const minute = Number(quiet.to.slice(3, 5))
  const day = minuteOfDay < hour * 60 + minute ? clock : addDays(clock, 1)
  return wallClockTime(day, { hour, minute }, timeZone)
}
