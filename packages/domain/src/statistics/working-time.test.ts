import { expect, test } from 'vitest'
import { filledGrid, NEW_PLAN_GRID, packSchedule, type PlanSchedule } from '../reception/plan-schedule.ts'
import { clockAt, workedBetween, workingPeriods } from './working-time.ts'

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
  expect(starts.map((start) => new Date(start).toISOString())).toEqual([
    '2026-07-08T02:00:00.000Z',
    '2026-07-09T01:00:00.000Z',
  ])
  expect(sums).toEqual([0, 8 * HOUR_MS, 9.25 * HOUR_MS])
})

const WEEK = workingPeriods(plan(), new Date('2026-07-06T00:00:00Z'), new Date('2026-07-13T00:00:00Z'))

// 09:00 to 18:00 in Shanghai is 01:00 to 10:00 in UTC.
test.each([
  ['within a period', '2026-07-08T02:00:00.001Z', '2026-07-08T02:00:30.004Z', 30_003],
  ['over its end', '2026-07-08T09:59:59Z', '2026-07-08T10:20:00Z', 1_000],
  ['over a night', '2026-07-08T09:59:00Z', '2026-07-09T01:02:00Z', 180_000],
  ['at night', '2026-07-08T12:00:00Z', '2026-07-08T20:00:00Z', 0],
  ['before the first period', '2026-07-06T00:10:00Z', '2026-07-06T01:00:01Z', 1_000],
])('working time between two moments: %s', (_name, from, to, expected) => {
  expect(workedBetween(WEEK, Date.parse(from), Date.parse(to))).toBe(expected)
})

test.each([
  ['in a period, until its end', '2026-07-08T02:00:00Z', 8 * HOUR_MS],
  ['at its end, not at all', '2026-07-08T10:00:00Z', 0],
  ['at night, not at all', '2026-07-08T12:00:00Z', 0],
  ['before the first period, not at all', '2026-07-06T00:10:00Z', 0],
])('the clock runs without a pause %s', (_name, at, expected) => {
  expect(clockAt(WEEK, Date.parse(at)).runs).toBe(expected)
})

test('the clock as of any moment shows the same as between two', () => {
  const first = Date.parse('2026-07-06T00:00:00Z')
  for (let hour = 0; hour < 48; hour += 1) {
    const at = first + hour * HOUR_MS
    for (const from of [-HOUR_MS, 0, 1, 900_000, 3_599_999])
      for (const ms of [0, 1, 30_000, HOUR_MS, 10 * HOUR_MS, 30 * HOUR_MS])
        expect([hour, from, ms, clockAt(WEEK, at).worked(from, ms)]).toEqual([
          hour,
          from,
          ms,
          workedBetween(WEEK, at + from, at + from + ms),
        ])
  }
})
