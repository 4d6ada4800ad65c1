import { ORDER_TEXTS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { applyOrderAct, listOverdueOrders, listUnsettledOrders, type OrderKey } from './order.repo.ts'
import { closePayments, type Payments, providersOf } from './payment/payment-provider.ts'
import { settlePayment } from './settle-payment.ts'

const BATCH = 50

type OrderWorkerDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; payments: Payments }

/** Cancelled orders are asked about for so long: money may arrive late, and its notification may be lost. */
const ASKED_AFTER_MS = 24 * 3_600_000

/** Ends orders whose time is over, and looks for payments that nobody has told of. */
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

    /** Hourly: asks the payment sides about every order that may have been paid without our knowing. */
    async reconcile(): Promise<void> {
      const since = new Date(clock.now().getTime() - ASKED_AFTER_MS)
      for (const order of await listUnsettledOrders(db.sql, since)) await settlePaid(order)
    },
  }
}
