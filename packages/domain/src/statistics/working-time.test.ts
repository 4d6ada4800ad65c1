import { expect, test } from 'vitest'
import { filledGrid, NEW_PLAN_GRID, packSchedule, type PlanSchedule } from '../reception/plan-schedule.ts'
import { workingPeriods } from './working-time.ts'

const plan = (grid = NEW_PLAN_GRID, timezone = 'Asia/Shanghai'): PlanSchedule =>
  packSchedule({ timezone, grid, holidays: [], closeMode: { mode: 'manual' } })

const HOUR_MS = 3_600_000

/** Working time between two moments. */
function worked(schedule: PlanSchedule, from: string, to: string): number {
  // The quarter of an hour that begins with the last moment is not over.
  const { sums } = workingPeriods(schedule, new Date(from), new Date(Date.parse(to) - 1))
  return sums.at(-1)!
}

test.each([
  ['within the day', '2026-07-08T02:00:00Z', '2026-07-08T04:00:00Z', 2 * HOUR_MS],
  ['over a night: until 18:00 and from 09:00', '2026-07-08T09:00:00Z', '2026-07-09T02:00:00Z', 2 * HOUR_MS],
  ['at night', '2026-07-08T12:00:00Z', '2026-07-08T20:00:00Z', 0],
])('the clock runs in periods of people only: %s', (_name, from, to, expected) => {
  expect(worked(plan(), from, to)).toBe(expected)
})

test('a plan without people is on duty around the clock', () => {
  expect(worked(plan(filledGrid({ mode: 'ai_agent' })), '2026-07-08T12:00:00Z', '2026-07-08T20:00:00Z')).toBe(
    8 * HOUR_MS,
  )
})

test('a period keeps its wall clock when the clocks change', () => {
  // The night before this Sunday is an hour shorter; 09:00 to 18:00 are nine hours all the same.
  expect(worked(plan(NEW_PLAN_GRID, 'Europe/Berlin'), '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(9 * HOUR_MS)
})

test('each period has its start and what was worked before it', () => {
  const { starts, sums } = workingPeriods(plan(), new Date('2026-07-08T02:07:00Z'), new Date('2026-07-09T02:00:00Z'))

  // The first one from the quarter of an hour that contains the moment until 18:00, the second from 09:00.
  expect(starts.map((start) => start.toISOString())).toEqual(['2026-07-08T02:00:00.000Z', '2026-07-09T01:00:00.000Z'])
  expect(sums).toEqual([0, 8 * HOUR_MS, 9.25 * HOUR_MS])
})
