import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import type { Queryable } from './database.ts'

/** A named part of a statement; a later part may read from an earlier one by its name. */
export type Part = [name: string, statement: SQL]

/** Runs parts that write different rows as one statement: each sees the tables as they were before all of them. */
export async function executeTogether(db: Queryable, parts: readonly Part[]): Promise<void> {
  if (parts.length > 0) await db.execute(sql`${withParts(parts)}select`)
}

/** Clause before a statement that is run together with the parts. */
export function withParts(parts: readonly Part[]): SQL {
  const named = parts.map(([name, statement]) => sql`${sql.identifier(name)} as (${statement})`)
  return named.length > 0 ? sql`with ${sql.join(named, sql`, `)} ` : sql``
}

/** A part over rows; none without rows. */
export const part = <Row>(name: string, rows: readonly Row[], statement: (rows: readonly Row[]) => SQL): Part[] =>
  rows.length > 0 ? [[name, statement(rows)]] : []

/** Inserts any number of rows in one statement; columns missing in a row become null, generated ones are computed. */
export async function insertRows(db: Queryable, table: Table, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await db.execute(insertion(table, rows))
}

export function insertion(table: Table, rows: readonly object[]): SQL {
  const written = Object.values(getTableColumns(table)).filter((column) => column.generated === undefined)
  const names = sql.join(
    written.map((column) => sql.identifier(column.name)),
    sql`, `,
  )
  return sql`insert into ${table} (${names}) select ${names} from ${records(table, rows)}`
}

/** Updates these columns of the rows with equal keys in one statement. */
export async function updateRows(
  db: Queryable,
  table: Table,
  keys: readonly string[],
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length > 0) await db.execute(updating(table, keys, columns, rows))
}

export function updating(
  table: Table,
  keys: readonly string[],
  columns: readonly string[],
  rows: readonly object[],
): SQL {
  const set = columns.map((name) => sql`${sql.identifier(name)} = r.${sql.identifier(name)}`)
  const same = keys.map((name) => sql`t.${sql.identifier(name)} = r.${sql.identifier(name)}`)
  return sql`update ${table} t set ${sql.join(set, sql`, `)} from ${records(table, rows)} r where ${sql.join(same, sql` and `)}`
}

/** Column names of a table without `except`. */
export const columnNames = (table: Table, except: readonly string[]): string[] =>
  Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((name) => !except.includes(name))

/** An array parameter for `unnest`. */
export const array = <Row, T>(rows: readonly Row[], pick: (row: Row) => T) => sql.param(rows.map(pick))

export function records(table: Table, rows: readonly object[]) {
  const names = new Map(Object.entries(getTableColumns(table)).map(([key, column]) => [key, column.name]))
  const named = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([key, value]) => (names.has(key) ? [[names.get(key), value]] : [])),
    ),
  )
  return sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(named)}::jsonb)`
}
