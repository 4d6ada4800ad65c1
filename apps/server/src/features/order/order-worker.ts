import { ORDER_TEXTS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { askAboutEach } from './ask-payments.ts'
import { closePayments } from './close-payments.ts'
import { compareStatements } from './compare-statements.ts'
import { recordStep } from './order-step.ts'
import { applyOrderAct, listAskedOrders, listOverdueOrders, type OrderKey } from './order.repo.ts'
import { type Payments, providersOf } from './payment/payment-provider.ts'
import { listUnfinished } from './refund.repo.ts'
import { continueRefund } from './refund-payment.ts'

const BATCH = 50

type OrderWorkerDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; payments: Payments }

/** Ends orders whose time is over, and looks for payments without a notification. */
export function createOrderWorker(deps: OrderWorkerDeps) {
  const { db, clock, log, payments } = deps

  /** An order that was paid meanwhile stays: the change is guarded by its status. */
  const expire = ({ entId, orderNo }: OrderKey): Promise<boolean> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const isDone = await applyOrderAct(tx.sql, { entId, orderNo }, 'expire', { reason: ORDER_TEXTS.timeout })
      const ended = { entId, orderNo, status: 'cancelled' } as const
      if (isDone) await recordStep(tx, ended, { kind: 'expire', agentId: null }, now)
      return isDone
    })

  return {
    /** True when there may be more. */
    async run(): Promise<boolean> {
      const overdue = await listOverdueOrders(db.sql, clock.now(), BATCH)
      await askAboutEach(deps, overdue, async (order) => {
        if (await expire(order)) await closePayments(deps, order)
      })
      return overdue.length === BATCH
    },

    /**
     * Hourly: asks the payment sides about every code that may have been paid without our knowing, however old it is, and about refunds;
     * compares their statements with our payments.
     */
    async reconcile(): Promise<void> {
      const methods = providersOf(payments).map(([method]) => method)
      await askAboutEach(deps, await listAskedOrders(db.sql, methods))
      for (const refund of await listUnfinished(db.sql))
        await continueRefund(deps, refund).catch((error: unknown) =>
          log.error({ err: error, refundNo: refund.refundNo }, 'a refund is not finished'),
        )
      await compareStatements(deps)
    },
  }
}
