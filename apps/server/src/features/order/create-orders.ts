import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Config, payMethodsOf } from '../../platform/config.ts'
import { isPaymentSimulated } from '../../platform/simulator-payment.ts'
import { createInvoiceService } from './invoice.service.ts'
import { createOrderWorker } from './order-worker.ts'
import { createOrderService } from './order.service.ts'
import { createPayments } from './payment/create-payments.ts'

/** Orders of points with the payment sides that are configured. */
export function createOrders({
  config,
  ...deps
}: {
  config: Config
  db: Database
  clock: Clock
  log: FastifyBaseLogger
}) {
  const { payments, close } = createPayments(config, deps.clock)
  const parts = { ...deps, payments }
  const worker = createOrderWorker(parts)
  return {
    invoices: createInvoiceService(deps),
    service: createOrderService({ ...parts, methods: payMethodsOf(config), takesMoney: !isPaymentSimulated(config) }),
    worker,
    /** Hourly. */
    reconciliation: { name: 'order-reconciliation', every: '7 * * * *', isAlone: true, run: () => worker.reconcile() },
    payments,
    close,
  }
}
