import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'
import * as schema from '../db/schema/index.ts'

/** Tables of which a row holds the text in any column. */
export async function tablesHolding(db: Database, text: string): Promise<string[]> {
  const found: string[] = []
  const tables = (Object.values(schema) as unknown[]).filter((each) => is(each, PgTable))
  for (const name of tables.map(getTableName)) {
    const { rows } = await db.pool.query(`select 1 from "${name}" t where t::text ilike $1 limit 1`, [`%${text}%`])
    if (rows.length > 0) found.push(name)
  }
  return found
}
