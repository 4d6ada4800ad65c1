import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'

/** What happens to a table's rows of a subject: a person, or the old part of a thread. `t` is the table in every condition. */
export type ErasableTable<Subject> = {
  table: PgTable
  rows?: (subject: Subject) => SQL
  /** Run before: waits for transactions that are about to add rows. */
  waitFor?: (subject: Subject) => SQL
  /** Rows that are deleted (with the files they stand for), fields that are emptied, or why they stay. */
  erase: 'delete' | 'file' | { set: SQL; where: SQL } | { keep: string }
}

/** Rows per statement: an erasure must not hold many row locks at once. */
const BATCH = 1_000

/**
 * Deletes or empties all rows of the subject, in batches of one statement each. Idempotent: it may stop anywhere and begin again, and
 * stops before a batch when the time `isOver`. Answers how many rows of which table.
 */
export async function eraseRows<Subject>(
  db: Queryable,
  tables: readonly ErasableTable<Subject>[],
  subject: Subject,
  eraseFiles: (keys: readonly string[]) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<Map<string, number>> {
  const erased = new Map<string, number>()
  for (const { table, rows, waitFor, erase } of tables) {
    if (!rows || (typeof erase === 'object' && 'keep' in erase)) continue
    if (waitFor) await db.execute(waitFor(subject))
    const named = sql.identifier(getTableName(table))
    const some = (left: SQL, column = sql`t.ctid`) =>
      sql`select ${column} from ${named} t where ${rows(subject)} and (${left}) limit ${BATCH}`
    const run = async (): Promise<number> => {
      if (erase === 'file') {
        const files = await db.execute<{ key: string }>(some(sql`true`, sql`t.key`))
        await eraseFiles(files.rows.map(({ key }) => key))
        return files.rows.length
      }
      const { rowCount } = await db.execute(
        erase === 'delete'
          ? sql`delete from ${named} where ctid = any(array(${some(sql`true`)}))`
          : sql`update ${named} set ${erase.set} where ctid = any(array(${some(erase.where)}))`,
      )
      return rowCount ?? 0
    }
    for (let done = 1; done > 0 && !isOver();) {
      done = await run()
      if (done > 0) erased.set(getTableName(table), (erased.get(getTableName(table)) ?? 0) + done)
    }
  }
  return erased
}
