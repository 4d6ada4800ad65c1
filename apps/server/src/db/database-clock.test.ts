import type { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { databaseClock } from './database-clock.ts'

/** A database whose clock is ahead of this machine's. */
const poolAhead = (aheadMs: number) =>
  ({ query: async () => ({ rows: [{ at: Date.now() + aheadMs }] }) }) as unknown as Pool

test.each([
  ['an hour ahead', 3_600_000, 3_600_000],
  ['an hour behind', -3_600_000, -3_600_000],
  ['as good as the same', 20, 0],
])('a database whose clock is %s gives the time', async (_name, aheadMs, expected) => {
  vi.useFakeTimers({ now: new Date('2026-03-16T02:00:00.000Z') })
  const clock = databaseClock()
  const moved: number[] = []

  const stop = await clock.follow(poolAhead(aheadMs), (byMs) => moved.push(byMs))
  // Compared again, without moving twice.
  await vi.advanceTimersByTimeAsync(60_000)

  expect(clock.now().getTime() - Date.now()).toBe(expected)
  expect(moved).toHaveLength(expected === 0 ? 0 : 1)
  stop()
  vi.useRealTimers()
})
