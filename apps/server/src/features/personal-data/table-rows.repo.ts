import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'

export type TableRow = { row: Record<string, unknown>; key: string[] }

type Reading = {
  /** `t` is the table. */
  where: SQL
  /** A JSON object of further fields. */
  extra?: SQL
  /** Columns that are left out. */
  omit?: readonly string[]
  /** Primary key of the last row of the page before; empty: from the beginning. */
  after: readonly string[]
  limit: number
}

/** Columns of no meaning outside of the database. */
const INTERNAL = ['ent_id', 'customer_no']

const list = (parts: SQL[]) => sql.join(parts, sql`, `)

/** Rows of a table as JSON in the order of its primary key, page by page (keyset). */
export async function readTableRows(db: Queryable, table: PgTable, reading: Reading): Promise<TableRow[]> {
  const { where, extra = sql`'{}'::jsonb`, omit = [], after, limit } = reading
  const keys = keysOf(table)
  const columns = list(keys.map(({ name }) => sql`t.${sql.identifier(name)}`))
  const texts = list(keys.map(({ name }) => sql`t.${sql.identifier(name)}::text`))
  const last = list(after.map((value, no) => sql`${value}::${sql.raw(keys[no]?.type ?? 'text')}`))
  const { rows } = await db.execute<TableRow>(sql`
    select (to_jsonb(t) - ${sql.param([...INTERNAL, ...omit])}::text[]) || ${extra} as row, array[${texts}] as key
    from ${sql.identifier(getTableName(table))} t
    where ${where} ${after.length > 0 ? sql`and (${columns}) > (${last})` : sql``}
    order by ${columns} limit ${limit}`)
  return rows
}

/** The columns of the primary key; of a table without one the place of the row. */
function keysOf(table: PgTable): { name: string; type: string }[] {
  const { columns, primaryKeys } = getTableConfig(table)
  const names = primaryKeys[0]?.columns.map(({ name }) => name) ?? columns.filter(isPrimary).map(({ name }) => name)
  const keys = names.flatMap((name) => columns.filter((column) => column.name === name))
  if (keys.length === 0) return [{ name: 'ctid', type: 'tid' }]
  return keys.map((column) => ({ name: column.name, type: column.getSQLType() }))
}

const isPrimary = ({ primary }: { primary: boolean }) => primary
