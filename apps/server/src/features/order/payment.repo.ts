import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointPayment } from '../../db/schema/index.ts'

type PaymentRow = typeof pointPayment.$inferSelect

export async function insertPayment(db: Queryable, row: PaymentRow): Promise<void> {
  await db.insert(pointPayment).values(row)
}

export async function isKnownPayment(
  db: Queryable,
  { entId, method, transactionId }: Pick<PaymentRow, 'entId' | 'method' | 'transactionId'>,
): Promise<boolean> {
  const rows = await db
    .select({ orderNo: pointPayment.orderNo })
    .from(pointPayment)
    .where(
      and(
        eq(pointPayment.entId, entId),
        eq(pointPayment.method, method),
        eq(pointPayment.transactionId, transactionId),
      ),
    )
  return rows.length > 0
}
