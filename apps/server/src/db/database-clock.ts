import type { Pool } from 'pg'
import { adjustableClock, type Clock } from '../platform/clock.ts'

const COMPARE_EVERY_MS = 30_000
/** Smaller differences are those of the question's way: the clock is not moved for them. */
const TOLERATED_MS = 50

export type DatabaseClock = Clock & { follow(pool: Pool, onMoved: (byMs: number) => void): Promise<() => void> }

/** The database's time, by this machine's clock and the difference between the two. */
export function databaseClock(): DatabaseClock {
  const clock = adjustableClock()
  const compare = async (pool: Pool, onMoved: (byMs: number) => void) => {
    const asked = clock.now().getTime()
    const { rows } = await pool.query<{ at: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
    )
    const answered = clock.now().getTime()
    const difference = (rows[0]?.at ?? answered) - (asked + answered) / 2
    // A slow answer says little about the time.
    if (Math.abs(difference) <= TOLERATED_MS + (answered - asked) / 2) return
    clock.adjust(difference)
    onMoved(difference)
  }
  return {
    now: clock.now,
    follow: async (pool, onMoved) => {
      await compare(pool, onMoved)
      // A database that is away has no time to tell; the difference known so far is kept.
      const timer = setInterval(() => void compare(pool, onMoved).catch(() => {}), COMPARE_EVERY_MS)
      return () => clearInterval(timer)
    },
  }
}
