import type { RefundStatus } from '@ruwu/contract'
import { and, asc, eq, getTableColumns, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise, pointOrder, pointPayment, pointRefund } from '../../db/schema/index.ts'

export type PaymentRow = typeof pointPayment.$inferSelect
type RefundRow = typeof pointRefund.$inferSelect
export type PaymentKey = Pick<PaymentRow, 'entId' | 'method' | 'transactionId'>

/** A payment that goes back. */
export type RefundedPayment = PaymentRow & Pick<RefundRow, 'refundNo' | 'reason' | 'status'>

const isRefund = ({ entId, method, transactionId }: PaymentKey) =>
  and(eq(pointRefund.entId, entId), eq(pointRefund.method, method), eq(pointRefund.transactionId, transactionId))

export const ofPayment = and(
  eq(pointRefund.entId, pointPayment.entId),
  eq(pointRefund.method, pointPayment.method),
  eq(pointRefund.transactionId, pointPayment.transactionId),
)

/** The payment that credited an order. */
export async function findCredited(
  db: Queryable,
  { entId, orderNo }: Pick<PaymentRow, 'entId' | 'orderNo'>,
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(pointPayment)
    .where(and(eq(pointPayment.entId, entId), eq(pointPayment.orderNo, orderNo), eq(pointPayment.outcome, 'credited')))
  return row
}

/** Of all enterprises: payments that credited nothing, by the number of the payment side or the bank. */
export const listUncredited = (db: Queryable, transactionId: string): Promise<PaymentRow[]> =>
  db
    .select()
    .from(pointPayment)
    .where(and(eq(pointPayment.transactionId, transactionId), ne(pointPayment.outcome, 'credited')))

/** Of one order, in the order of arrival, and whether they went back. */
export const listPayments = (db: Queryable, { entId, orderNo }: Pick<PaymentRow, 'entId' | 'orderNo'>) =>
  db
    .select({ ...getTableColumns(pointPayment), refund: pointRefund.status })
    .from(pointPayment)
    .leftJoin(pointRefund, ofPayment)
    .where(and(eq(pointPayment.entId, entId), eq(pointPayment.orderNo, orderNo)))
    .orderBy(asc(pointPayment.receivedAt), asc(pointPayment.transactionId))

/** Written before the payment side is asked; one that there is already stays as it is. */
export async function insertRefund(db: Queryable, row: typeof pointRefund.$inferInsert): Promise<void> {
  await db.insert(pointRefund).values(row).onConflictDoNothing()
}

type NumberedKey = PaymentKey & Pick<RefundRow, 'refundNo'>

/** Guarded by its number and statuses: false when another change was first. */
async function changeRefund(
  db: Queryable,
  key: NumberedKey,
  from: readonly RefundStatus[],
  change: Partial<RefundRow>,
): Promise<boolean> {
  const rows = await db
    .update(pointRefund)
    .set(change)
    .where(and(isRefund(key), eq(pointRefund.refundNo, key.refundNo), inArray(pointRefund.status, [...from])))
    .returning({ no: pointRefund.refundNo })
  return rows.length > 0
}

export const reopenRefund = (db: Queryable, key: NumberedKey, change: Pick<RefundRow, 'refundNo' | 'reason'>) =>
  changeRefund(db, key, ['failed'], { ...change, status: 'open' })

export const failRefund = (db: Queryable, key: NumberedKey, from: readonly RefundStatus[]) =>
  changeRefund(db, key, from, { status: 'failed' })

const selectRefunds = (db: Queryable) =>
  db
    .select({
      ...getTableColumns(pointPayment),
      refundNo: pointRefund.refundNo,
      reason: pointRefund.reason,
      status: pointRefund.status,
    })
    .from(pointRefund)
    .innerJoin(pointPayment, ofPayment)
    .$dynamic()

/** Locked until the end of the transaction. */
export async function lockRefund(db: Queryable, key: PaymentKey): Promise<RefundedPayment | undefined> {
  const [row] = await selectRefunds(db).where(isRefund(key)).for('no key update')
  return row
}

/** The money goes back, whatever another asker was told. */
export async function setRefundStatus(db: Queryable, key: PaymentKey, status: 'accepted' | 'done'): Promise<void> {
  await db.update(pointRefund).set({ status }).where(isRefund(key))
}

/** Of all enterprises: refunds whose end is not known, the oldest first. */
export const listUnfinished = (db: Queryable): Promise<RefundedPayment[]> =>
  selectRefunds(db)
    .where(inArray(pointRefund.status, ['open', 'accepted']))
    .orderBy(asc(pointRefund.createdAt))

/** Of all enterprises: money that credited nothing and was not paid back, and refunds that did not succeed; the oldest first. */
export const listDifferences = (db: Queryable) =>
  db
    .select({
      ...getTableColumns(pointPayment),
      entName: enterprise.name,
      due: pointOrder.amount,
      refund: pointRefund.status,
    })
    .from(pointPayment)
    .innerJoin(enterprise, eq(enterprise.id, pointPayment.entId))
    .innerJoin(pointOrder, and(eq(pointOrder.entId, pointPayment.entId), eq(pointOrder.orderNo, pointPayment.orderNo)))
    .leftJoin(pointRefund, ofPayment)
    .where(or(and(ne(pointPayment.outcome, 'credited'), isNull(pointRefund.status)), ne(pointRefund.status, 'done')))
    .orderBy(asc(pointPayment.receivedAt))
