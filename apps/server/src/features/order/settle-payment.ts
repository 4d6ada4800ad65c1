import type { PayMethod } from '@ruwu/contract'
import { nextOrderStatus } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../db/database.ts'
import type { pointOrder } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { grant } from '../points/index.ts'
import { applyOrderAct, lockOrderByNo } from './order.repo.ts'
import { closePayments, type Payment, type Payments } from './payment/payment-provider.ts'
import { insertPayment, isKnownPayment } from './payment.repo.ts'

/** `known`: the same payment was settled before. `unknown`: there is no such order. */
type Settled = 'credited' | 'duplicate' | 'mismatch' | 'known' | 'unknown'

type SettleDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; payments: Payments }

/** Money has arrived at a payment side. Safe to call any number of times for the same payment. */
export async function settlePayment(
  { db, clock, log, payments }: SettleDeps,
  method: PayMethod,
  payment: Payment,
): Promise<Settled> {
  const settled = await storePayment(db, method, payment, clock.now())
  const { orderNo } = payment
  if (settled === 'credited') {
    // Codes of other payment sides can no longer be paid.
    void closePayments(payments, orderNo, log, method)
  } else if (settled !== 'known') log.error({ method, orderNo, settled }, 'a payment was not credited')
  return settled
}

/**
 * The order is credited by its first payment of the whole amount; every other payment is kept for the operator. Idempotent: the
 * order's row is locked, and the database refuses a second credited payment and a second grant of the order.
 */
export const storePayment = (
  db: Database,
  method: PayMethod,
  payment: Payment,
  now: Date,
  onCredited?: (tx: Transaction) => Promise<void>,
): Promise<Settled> =>
  db.transaction(async (tx) => {
    const order = await lockOrderByNo(tx.sql, payment.orderNo)
    if (!order) return 'unknown'
    const { orderNo, transactionId, amount, paidAt } = payment
    const received = { entId: order.entId, orderNo, method, transactionId, amount, paidAt, receivedAt: now }
    if (await isKnownPayment(tx.sql, received)) return 'known'
    const outcome =
      amount !== order.amount ? 'mismatch' : nextOrderStatus(order.status, 'pay') ? 'credited' : 'duplicate'
    await insertPayment(tx.sql, { ...received, outcome })
    if (outcome === 'credited') {
      await credit(tx, order, { method, paidAt }, now)
      await onCredited?.(tx)
    }
    return outcome
  })

async function credit(
  tx: Transaction,
  order: typeof pointOrder.$inferSelect,
  paid: { method: PayMethod; paidAt: Date },
  now: Date,
): Promise<void> {
  const { entId, orderNo, agentId, points, bonusPoints } = order
  await applyOrderAct(tx.sql, order, 'pay', { ...paid, reason: '' })
  const given = { entId, orderNo, operatorId: agentId }
  await grant(tx, { ...given, pool: 'orderPoints', points, reason: '购买积分' }, now)
  if (bonusPoints > 0)
    await grant(tx, { ...given, pool: 'bonusOrderPoints', points: bonusPoints, reason: '订单赠送' }, now)
  tx.emit(entId, { type: 'point_order_change', orderNo, status: 'paid', at: now.toISOString(), operatorId: null })
}
