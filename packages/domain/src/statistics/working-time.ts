import { isOffHours, type PlanSchedule } from '../reception/plan-schedule.ts'

/** Periods begin at half hours of a wall clock, whose offset is a multiple of this. */
export const WORKING_SLOT_MS = 900_000

/**
 * 仅接待时间: milliseconds of 人工接待 up to the start of each quarter of an hour, from the one that contains `from` until past `to`. A
 * plan without such a period is on duty around the clock.
 */
export function workingSums(schedule: PlanSchedule, from: Date, to: Date): { start: Date; sums: number[] } {
  const start = Math.floor(from.getTime() / WORKING_SLOT_MS) * WORKING_SLOT_MS
  const sums = [0]
  for (let at = start; at <= to.getTime(); at += WORKING_SLOT_MS)
    sums.push(sums.at(-1)! + (isOffHours(schedule, new Date(at)) ? 0 : WORKING_SLOT_MS))
  return { start: new Date(start), sums }
}
