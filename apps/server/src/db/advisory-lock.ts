import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { STOPPED_AFTER_MS } from './connection-settings.ts'
import type { Queryable } from './database.ts'

/** Key spaces of our advisory locks. */
export const ACCOUNT_LOCK = 7_402
export const APP_LOCK = 7_403
export const ASSIGN_QUEUE_LOCK = 7_404
export const KNOWLEDGE_LOCK = 7_405
export const REINDEX_LOCK = 7_406
export const RECEPTION_MODE_LOCK = 7_407
// 7_408 is taken within the database, by customer_sets_alone.
export const ATTEMPT_LOCK = 7_409
export const KEY_IN_USE_LOCK = 7_410
export const BUS_IN_USE_LOCK = 7_414
export const FILES_IN_USE_LOCK = 7_415
export const TAG_BOOK_LOCK = 7_411
export const PLAN_LOCK = 7_412
export const GROUP_TRANSFER_LOCK = 7_413
export const DEMO_LOCK = 7_416

/** The last 32 bits of an id, which are random; two ids with the same key only wait for each other. */
export const lockKeyOf = (id: string): number => Number.parseInt(id.slice(-8), 16) | 0

const BEATS_PER_LEASE = 3
/** How long others wait for a holder that is alive; it may be waiting for a platform. */
const WAIT_MS = 60_000

/**
 * Mutual exclusion among all nodes. Each statement of the work commits by itself: a new token must not be rolled back because the
 * platform's next response fails. Work that runs many times at once must use the given connection only: it could exhaust the pool (deadlock).
 *
 * The lock is a lease: while the work goes on the connection is kept from being idle. When the node stops, the server closes the connection,
 * which frees the lock, and when the node goes on its statements fail.
 */
export async function withAdvisoryLock<T>(
  pool: Pool,
  [space, key]: readonly [number, number],
  work: (sql: Queryable) => Promise<T>,
  leaseMs = STOPPED_AFTER_MS,
): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query(`set idle_session_timeout = ${leaseMs}; set lock_timeout = ${WAIT_MS};
      select pg_advisory_lock(${space}, ${key})`)
    let isAnswered = true
    // Only after the answer to the last one: a node that can send but no longer reads has stopped, too.
    const beat = setInterval(() => {
      if (!isAnswered) return
      isAnswered = false
      client.query('select 1').then(
        () => (isAnswered = true),
        () => {},
      )
    }, leaseMs / BEATS_PER_LEASE)
    try {
      return await work(drizzle(client))
    } finally {
      clearInterval(beat)
      await client
        .query(`reset idle_session_timeout; reset lock_timeout; select pg_advisory_unlock(${space}, ${key})`)
        .catch(() => {
          // The lock is released with its connection, so the connection is closed.
          isBroken = true
        })
    }
  } finally {
    client.release(isBroken)
  }
}
