import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointPayment, pointRefund } from '../../db/schema/index.ts'
import { ofPayment } from './refund.repo.ts'

type PaymentRow = typeof pointPayment.$inferSelect

/** False when this transaction was entered before, for whichever enterprise. */
export async function insertPayment(db: Queryable, row: PaymentRow): Promise<boolean> {
  const rows = await db
    .insert(pointPayment)
    .values(row)
    .onConflictDoNothing({ target: [pointPayment.method, pointPayment.transactionId] })
    .returning({ orderNo: pointPayment.orderNo })
  return rows.length > 0
}

/** A transfer that the operator enters again for the same order: its amount was typed wrongly. One that was returned stays. */
export async function deleteMistyped(
  db: Queryable,
  { entId, orderNo, transactionId }: Pick<PaymentRow, 'entId' | 'orderNo' | 'transactionId'>,
): Promise<void> {
  await db
    .delete(pointPayment)
    .where(
      and(
        eq(pointPayment.entId, entId),
        eq(pointPayment.orderNo, orderNo),
        eq(pointPayment.method, 'bank'),
        eq(pointPayment.transactionId, transactionId),
        eq(pointPayment.outcome, 'mismatch'),
        sql`not exists (select from ${pointRefund} where ${ofPayment})`,
      ),
    )
}
