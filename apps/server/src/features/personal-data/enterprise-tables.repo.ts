import type { EntId } from '@ruwu/contract'
import { eq, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'
import * as schema from '../../db/schema/index.ts'
import { type ErasableTable, eraseRows } from './erase-rows.repo.ts'

/** Stay with the operator after 注销: ledger, orders, payments and issued invoices name no person, and the enterprise's row has lost its names. */
export const KEPT_TABLES: readonly PgTable[] = [
  schema.enterprise,
  schema.pointAccount,
  schema.pointLot,
  schema.pointLedger,
  schema.pointDay,
  schema.pointOrder,
  schema.pointPayment,
  schema.pointRefund,
  schema.pointOrderStep,
  schema.pointInvoice,
]

const tenantTables = (Object.values(schema) as unknown[])
  .filter((each) => is(each, PgTable))
  .filter((table) => getTableConfig(table).columns.some(({ name }) => name === 'ent_id'))

/** Tables before those that they refer to. A reference to the own table is no obstacle: it is checked at the end of a statement. */
function inDeletionOrder(tables: readonly PgTable[]): PgTable[] {
  const ordered: PgTable[] = []
  // Once per table: drizzle-orm builds the whole description at each question, and every start of the server asks.
  const targets = new Map(tables.map((table) => [table, targetsOf(table)]))
  const visit = (table: PgTable): void => {
    if (ordered.includes(table) || !tables.includes(table)) return
    for (const other of tables) if (other !== table && targets.get(other)?.has(table)) visit(other)
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}

const targetsOf = (table: PgTable): ReadonlySet<PgTable> =>
  new Set(getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable))

const deleted = (tables: readonly PgTable[]): ErasableTable<EntId>[] =>
  inDeletionOrder(tables).map((table) => ({
    table,
    rows: (entId) => sql`t.ent_id = ${entId}`,
    erase: table === schema.attachment ? 'file' : 'delete',
  }))

/** Every table of the enterprise in the order of deletion. */
export const ENTERPRISE_TABLES = deleted(tenantTables.filter((table) => !KEPT_TABLES.includes(table)))

/** An issued invoice is the operator's own record, also to be reversed; it loses the address. A request goes. */
const INVOICES: readonly ErasableTable<EntId>[] = [
  { table: schema.pointInvoice, rows: (entId) => sql`t.ent_id = ${entId} and t.number is null`, erase: 'delete' },
  {
    table: schema.pointInvoice,
    rows: (entId) => sql`t.ent_id = ${entId}`,
    erase: { set: sql`email = ''`, where: sql`t.email <> ''` },
  },
]

/** Deletes all rows and files of a closed enterprise; answers how many rows of which table. */
export const eraseEnterprise = (
  db: Queryable,
  entId: EntId,
  eraseFiles: (keys: readonly string[]) => Promise<void>,
  isOver: () => boolean,
): Promise<Map<string, number>> => eraseRows(db, [...ENTERPRISE_TABLES, ...INVOICES], entId, eraseFiles, isOver)

const ALL_TABLES = deleted(tenantTables)

/**
 * Deletes a demo with its books, which are about nothing. Work that was under way may still write: the enterprise itself goes when nothing
 * else was left, hence in the next call.
 */
export async function eraseWholeEnterprise(
  db: Queryable,
  entId: EntId,
  eraseFiles: (keys: readonly string[]) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const erased = await eraseRows(db, ALL_TABLES, entId, eraseFiles, isOver)
  if (erased.size === 0 && !isOver()) await db.delete(schema.enterprise).where(eq(schema.enterprise.id, entId))
}
