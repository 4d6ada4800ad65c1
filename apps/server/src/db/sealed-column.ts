import { and, eq, getTableColumns, getTableName, isNotNull, type InferSelectModel } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Secrets } from '../platform/secrets.ts'
import type { Queryable } from './database.ts'

type Resealed = { changed: number; unreadable: number }

/** A column of values sealed by `Secrets`. A test requires one for every such column of the schema. */
export type SealedColumn = {
  /** `table.column` in SQL. */
  name: string
  /** Encrypts every value with the current key. A value changed meanwhile is skipped: it was written with the current key. */
  reseal(db: Queryable, secrets: Secrets): Promise<Resealed>
}

export function sealedColumn<Table extends PgTable>(
  table: Table,
  {
    column,
    key,
    purposeOf,
  }: {
    column: keyof InferSelectModel<Table> & string
    key: readonly (keyof InferSelectModel<Table> & string)[]
    purposeOf(row: InferSelectModel<Table>): string
  },
): SealedColumn {
  const untyped: PgTable = table
  const columns = getTableColumns(table) as unknown as Record<string, PgColumn>
  const sealed = columnOf(columns, column)
  return {
    name: `${getTableName(table)}.${sealed.name}`,
    async reseal(db, secrets) {
      const found = await db.select().from(untyped).where(isNotNull(sealed))
      const rows = found as unknown as InferSelectModel<Table>[]
      const done = { changed: 0, unreadable: 0 }
      for (const row of rows) {
        const before = row[column] as Buffer
        let after: Buffer | undefined
        try {
          after = secrets.reseal(purposeOf(row), before)
        } catch {
          done.unreadable += 1
        }
        if (!after) continue
        const isRow = key.map((name) => eq(columnOf(columns, name), row[name]))
        await db
          .update(untyped)
          .set({ [column]: after })
          .where(and(...isRow, eq(sealed, before)))
        done.changed += 1
      }
      return done
    },
  }
}

function columnOf(columns: Record<string, PgColumn>, name: string): PgColumn {
  const found = columns[name]
  if (!found) throw new Error(`no column ${name}`)
  return found
}
