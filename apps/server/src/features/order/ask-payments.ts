import type { OnlineMethod } from '@ruwu/contract'
import { isCodeOver } from '@ruwu/domain'
import { endCode, type OrderColumns } from './order.repo.ts'
import { settlePayment, type SettleDeps } from './settle-payment.ts'

/**
 * Asks the payment sides that were asked for a code of this order: a notification may have been lost, or be on its way. A side is
 * done once its payment is settled, or it has answered after the end of the code. Returns those that did not answer.
 */
export async function askPayments(
  deps: SettleDeps,
  order: Pick<OrderColumns, 'entId' | 'orderNo' | 'createdAt' | 'openCodes'>,
): Promise<OnlineMethod[]> {
  const { db, clock, log, payments } = deps
  const { orderNo } = order
  const silent: OnlineMethod[] = []
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
      silent.push(method)
    }
  }
  return silent
}

/** Orders that are asked about at once, and calls without an answer after which a side is left alone for the rest of a round. */
const AT_ONCE = 5
const MOST_SILENCE = 2

/** A side that does not answer costs seconds a call: it does not keep the others waiting. `then` gets the codes of sides that do answer. */
export async function askAboutEach(
  deps: SettleDeps,
  orders: readonly OrderColumns[],
  then: (order: OrderColumns) => Promise<void> = async () => {},
): Promise<void> {
  const silence = new Map<OnlineMethod, number>()
  const answering = (order: OrderColumns) => ({
    ...order,
    openCodes: order.openCodes.filter((method) => (silence.get(method) ?? 0) < MOST_SILENCE),
  })
  for (let from = 0; from < orders.length; from += AT_ONCE)
    await Promise.all(
      orders.slice(from, from + AT_ONCE).map(async (order) => {
        for (const method of await askPayments(deps, answering(order)))
          silence.set(method, (silence.get(method) ?? 0) + 1)
        await then(answering(order))
      }),
    )
}
