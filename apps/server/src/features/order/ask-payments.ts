import { isCodeOver } from '@ruwu/domain'
import { endCode, type OrderColumns } from './order.repo.ts'
import { settlePayment, type SettleDeps } from './settle-payment.ts'

/**
 * Asks the payment sides that were asked for a code of this order: a notification may have been lost, or be on its way. A side is
 * done once its payment is settled, or it has answered after the end of the code. False: one of them did not answer.
 */
export async function askPayments(
  deps: SettleDeps,
  order: Pick<OrderColumns, 'entId' | 'orderNo' | 'createdAt' | 'openCodes'>,
): Promise<boolean> {
  const { db, clock, log, payments } = deps
  const { orderNo } = order
  let isAnswered = true
  for (const method of order.openCodes) {
    const provider = payments[method]
    // No longer configured: asked again when it is.
    if (!provider) continue
    const askedAt = clock.now()
    try {
      const payment = await provider.find(orderNo)
      if (payment) await settlePayment(deps, method, payment)
      if (payment || isCodeOver(order, askedAt)) await endCode(db.sql, order, method)
    } catch (error) {
      log.warn({ err: error, method, orderNo }, 'a payment side could not be asked')
      isAnswered = false
    }
  }
  return isAnswered
}
