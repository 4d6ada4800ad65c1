import { isOffHours, type PlanSchedule } from '../reception/plan-schedule.ts'

/** Periods begin at half hours of a wall clock, whose offset is a multiple of this. */
const SLOT_MS = 900_000

/**
 * 仅接待时间: when 人工接待 begins between two moments, and its milliseconds up to each of these and after the last one. A plan without
 * such a period is on duty around the clock.
 */
export function workingPeriods(schedule: PlanSchedule, from: Date, to: Date): { starts: Date[]; sums: number[] } {
  const starts: Date[] = []
  const sums: number[] = []
  let sum = 0
  let isOn = false
  for (let at = Math.floor(from.getTime() / SLOT_MS) * SLOT_MS; at <= to.getTime(); at += SLOT_MS) {
    const wasOn = isOn
    isOn = !isOffHours(schedule, new Date(at))
    if (isOn && !wasOn) {
      starts.push(new Date(at))
      sums.push(sum)
    }
    if (isOn) sum += SLOT_MS
  }
  return { starts, sums: [...sums, sum] }
}
