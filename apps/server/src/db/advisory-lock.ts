import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { Queryable } from './database.ts'

/** Key spaces of our advisory locks. */
export const ACCOUNT_LOCK = 7_402
export const APP_LOCK = 7_403
export const ASSIGN_QUEUE_LOCK = 7_404
export const KNOWLEDGE_LOCK = 7_405
export const REINDEX_LOCK = 7_406
export const RECEPTION_MODE_LOCK = 7_407
// 7_408 is taken within the database, by customer_sets_alone.

/** The last 32 bits of an id, which are random; two ids with the same key only wait for each other. */
export const lockKeyOf = (id: string): number => Number.parseInt(id.slice(-8), 16) | 0

/**
 * Mutual exclusion among all nodes. Each statement of the work commits by itself: a new token must not be rolled back because the
 * platform's next response fails. The work must use the given connection only, or many of them could exhaust the pool (deadlock).
 */
export async function withAdvisoryLock<T>(
  pool: Pool,
  [space, key]: readonly [number, number],
  work: (sql: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query('select pg_advisory_lock($1, $2)', [space, key])
    try {
      return await work(drizzle(client))
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [space, key]).catch(() => {
        // The lock is released with its connection, so the connection is closed.
        isBroken = true
      })
    }
  } finally {
    client.release(isBroken)
  }
}
