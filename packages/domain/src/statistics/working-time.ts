import { addDays } from '../calendar-day.ts'
import { CELL_MINUTES, hasManual, planModesOf, type PlanSchedule } from '../reception/plan-schedule.ts'
import { minuteOfDay, startOfDay, zonedTime } from '../time-zone.ts'

/** Periods begin at half hours of a wall clock, whose offset is a multiple of this. */
const SLOT_MS = 900_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Ascending instants at which periods begin, and the milliseconds worked before each of them and after the last one. */
export type WorkingPeriods = { starts: number[]; sums: number[] }

/**
 * 仅接待时间: when 人工接待 begins between two moments, and its milliseconds up to each of these and after the last one. A plan without
 * such a period is on duty around the clock.
 */
export function workingPeriods(schedule: PlanSchedule, from: Date, to: Date): WorkingPeriods {
  const starts: number[] = []
  const sums: number[] = []
  let sum = 0
  let isOn = false
  const isManned = slotsOf(schedule)
  const isAlways = !hasManual(schedule)
  for (let at = Math.floor(from.getTime() / SLOT_MS) * SLOT_MS; at <= to.getTime(); at += SLOT_MS) {
    const wasOn = isOn
    isOn = isAlways || isManned(at)
    if (isOn && !wasOn) {
      starts.push(at)
      sums.push(sum)
    }
    if (isOn) sum += SLOT_MS
  }
  return { starts, sums: [...sums, sum] }
}

/** Whether people receive at a moment, asked for in ascending order: a month has thousands, and each conversion to a wall clock is slow. */
function slotsOf(schedule: PlanSchedule): (at: number) => boolean {
  const { timezone } = schedule
  let [start, end] = [0, 0]
  let modeOf = planModesOf(schedule, zonedTime(new Date(0), timezone))
  return (at) => {
    if (at >= end) {
      const day = zonedTime(new Date(at), timezone)
      start = startOfDay(day, timezone).getTime()
      end = startOfDay(addDays(day, 1), timezone).getTime()
      modeOf = planModesOf(schedule, day)
    }
    const isWhole = end - start === DAY_MS
    const minute = isWhole ? (at - start) / MINUTE_MS : minuteOfDay(new Date(at), timezone)
    return modeOf(Math.floor(minute / CELL_MINUTES)).mode === 'manual'
  }
}

/** Number of the periods that have begun. */
function begun(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** What the clock shows: the sum up to the last period that began, and what has passed of it. */
function reading({ starts, sums }: WorkingPeriods, at: number): number {
  const no = begun(starts, at) - 1
  return no < 0 ? 0 : Math.min(sums[no]! + at - starts[no]!, sums[no + 1]!)
}

/** Milliseconds worked between two moments. */
export const workedBetween = (periods: WorkingPeriods, from: number, to: number): number =>
  reading(periods, to) - reading(periods, from)

/**
 * The clock as of a moment: for how long it `runs` on without a pause, or `stands` still, and what it shows of a time that begins so long
 * after the moment. Times before its next change are told without a search.
 */
export function clockAt(
  periods: WorkingPeriods,
  at: number,
): { runs: number; stands: number; worked(from: number, ms: number): number } {
  const { starts, sums } = periods
  const no = begun(starts, at)
  const runs = no === 0 ? 0 : Math.max(0, starts[no - 1]! + sums[no]! - sums[no - 1]! - at)
  const stands = runs > 0 ? 0 : (starts[no] ?? Infinity) - at
  const worked = (from: number, ms: number): number => {
    if (from >= 0 && from + ms <= runs) return ms
    return from >= 0 && from + ms <= stands ? 0 : workedBetween(periods, at + from, at + from + ms)
  }
  return { runs, stands, worked }
}
