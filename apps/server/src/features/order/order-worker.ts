import { ORDER_TEXTS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { applyOrderAct, listOverdueOrders, type OrderKey } from './order.repo.ts'
import { closePayments, type Payments, providersOf } from './payment/payment-provider.ts'
import { settlePayment } from './settle-payment.ts'

const BATCH = 50

type OrderWorkerDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; payments: Payments }

/** Ends orders whose time is over. */
export function createOrderWorker(deps: OrderWorkerDeps) {
  const { db, clock, log, payments } = deps

  /** Asks every payment side: a notification may have been lost, or be on its way. */
  async function settlePaid({ orderNo }: OrderKey): Promise<void> {
    for (const [method, provider] of providersOf(payments)) {
      try {
        const payment = await provider.find(orderNo)
        if (payment) await settlePayment(deps, method, payment)
      } catch (error) {
        log.warn({ err: error, method, orderNo }, 'a payment side could not be asked')
      }
    }
  }

  /** An order that was paid meanwhile stays: the change is guarded by its status. */
  const expire = ({ entId, orderNo }: OrderKey): Promise<boolean> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const isDone = await applyOrderAct(tx.sql, { entId, orderNo }, 'expire', { reason: ORDER_TEXTS.timeout })
      const at = now.toISOString()
      if (isDone) tx.emit(entId, { type: 'point_order_change', orderNo, status: 'cancelled', at, operatorId: null })
      return isDone
    })

  return {
    /** True when there may be more. */
    async run(): Promise<boolean> {
      const overdue = await listOverdueOrders(db.sql, clock.now(), BATCH)
      for (const order of overdue) {
        if (order.method !== null) await settlePaid(order)
        if ((await expire(order)) && order.method !== null) await closePayments(payments, order.orderNo, log)
      }
      return overdue.length === BATCH
    },
  }
}
