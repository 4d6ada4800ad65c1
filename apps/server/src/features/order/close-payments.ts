import type { Database } from '../../db/database.ts'
import { endCode, type OrderColumns } from './order.repo.ts'
import type { PaymentLog, Payments } from './payment/payment-provider.ts'

type CloseDeps = { db: Database; log: PaymentLog; payments: Payments }

/**
 * At each payment side that was asked for a code. One that takes no more payments is not asked about the order again; a failure is
 * logged, and the code stays open until it is over.
 */
export async function closePayments(
  { db, log, payments }: CloseDeps,
  order: Pick<OrderColumns, 'entId' | 'orderNo' | 'openCodes'>,
): Promise<void> {
  const { orderNo, openCodes } = order
  for (const method of openCodes) {
    try {
      if (await payments[method]?.close(orderNo)) await endCode(db.sql, order, method)
    } catch (error) {
      log.warn({ err: error, method, orderNo }, 'code not closed')
    }
  }
}
