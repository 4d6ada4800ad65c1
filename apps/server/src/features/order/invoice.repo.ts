import { and, asc, eq, getTableColumns, isNotNull, isNull, or } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise, pointInvoice, pointOrder } from '../../db/schema/index.ts'
import type { OrderKey } from './order.repo.ts'

export type InvoiceRow = typeof pointInvoice.$inferSelect

const isInvoice = ({ entId, orderNo }: OrderKey) =>
  and(eq(pointInvoice.entId, entId), eq(pointInvoice.orderNo, orderNo))

export async function findInvoice(db: Queryable, key: OrderKey): Promise<InvoiceRow | undefined> {
  const [row] = await db.select().from(pointInvoice).where(isInvoice(key))
  return row
}

/** False when one was requested before. */
export async function insertInvoice(db: Queryable, row: typeof pointInvoice.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(pointInvoice)
    .values(row)
    .onConflictDoNothing({ target: [pointInvoice.entId, pointInvoice.orderNo] })
    .returning({ orderNo: pointInvoice.orderNo })
  return rows.length > 0
}

/** The caller holds the order's lock, under which alone invoices change. */
export async function updateInvoice(
  db: Queryable,
  key: OrderKey,
  change: Partial<Pick<InvoiceRow, 'number' | 'issuedAt' | 'reversalNumber'>>,
): Promise<void> {
  await db.update(pointInvoice).set(change).where(isInvoice(key))
}

export async function deleteInvoice(db: Queryable, key: OrderKey): Promise<void> {
  await db.delete(pointInvoice).where(isInvoice(key))
}

/** Whether a number, also of a reversal, was entered before, for whichever order. */
export async function isNumberTaken(db: Queryable, number: string): Promise<boolean> {
  const rows = await db
    .select({ orderNo: pointInvoice.orderNo })
    .from(pointInvoice)
    .where(or(eq(pointInvoice.number, number), eq(pointInvoice.reversalNumber, number)))
  return rows.length > 0
}

/** Of all enterprises, the oldest first: requests for paid orders, and issued ones of orders that were refunded since. */
export const listWaitingInvoices = (db: Queryable) =>
  db
    .select({ ...getTableColumns(pointInvoice), amount: pointOrder.amount, entName: enterprise.name })
    .from(pointInvoice)
    .innerJoin(pointOrder, and(eq(pointOrder.entId, pointInvoice.entId), eq(pointOrder.orderNo, pointInvoice.orderNo)))
    .innerJoin(enterprise, eq(enterprise.id, pointInvoice.entId))
    .where(
      or(
        and(eq(pointOrder.status, 'paid'), isNull(pointInvoice.number)),
        and(eq(pointOrder.status, 'refunded'), isNotNull(pointInvoice.number), isNull(pointInvoice.reversalNumber)),
      ),
    )
    .orderBy(asc(pointInvoice.requestedAt), asc(pointInvoice.orderNo))
