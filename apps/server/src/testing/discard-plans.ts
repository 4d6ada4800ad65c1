import type { Pool } from 'pg'

/**
 * Before thousands of rows are inserted at once. Connections serve one test after another and keep plans that were made
 * for a few rows: by them each foreign key of each row would be checked by reading a whole table.
 */
export async function discardPlans(pool: Pool): Promise<void> {
  await Promise.all(Array.from({ length: pool.idleCount }, () => pool.query('discard plans')))
}
