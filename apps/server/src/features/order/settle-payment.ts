import type { PayMethod } from '@ruwu/contract'
import { nextOrderStatus, PAY_METHOD_LABELS, type PaymentOutcome } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { StartError } from '../../platform/start-error.ts'
import { grant } from '../points/index.ts'
import { closePayments } from './close-payments.ts'
import { recordStep } from './order-step.ts'
import { applyOrderAct, lockOrderByNo, type OrderColumns } from './order.repo.ts'
import type { Payment, PaymentLog, Payments } from './payment/payment-provider.ts'
import { deleteMistyped, insertPayment } from './payment.repo.ts'
import { reviveObstacle } from './use-coupon.ts'

/** `known`: the same payment was settled before. `unknown`: there is no such order. */
type Settled = PaymentOutcome | 'known' | 'unknown'

export type SettleDeps = { db: Database; clock: Clock; log: PaymentLog; payments: Payments }

/** Money has arrived at a payment side. Safe to call any number of times for the same payment. */
export async function settlePayment(deps: SettleDeps, method: PayMethod, payment: Payment): Promise<Settled> {
  const { db, clock, log } = deps
  const settled = await storePayment(db, method, payment, clock.now(), async (tx, outcome, order) => {
    // Codes of other payment sides can no longer be paid.
    const openCodes = order.openCodes.filter((each) => each !== method)
    if (outcome === 'credited') tx.afterCommit(() => void closePayments(deps, { ...order, openCodes }))
  })
  const { orderNo } = payment
  if (settled !== 'credited' && settled !== 'known')
    log.error({ method, orderNo, settled }, 'a payment was not credited')
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
  onStored: (tx: Transaction, outcome: PaymentOutcome, order: OrderColumns) => Promise<void>,
): Promise<Settled> =>
  db.transaction(async (tx) => {
    const order = await lockOrderByNo(tx.sql, payment.orderNo)
    if (!order) return 'unknown'
    const outcome = await enterPayment(tx, order, method, payment, now)
    if (outcome !== 'known') await onStored(tx, outcome, order)
    return outcome
  })

/** For a locked order. */
export async function enterPayment(
  tx: Transaction,
  order: OrderColumns,
  method: PayMethod,
  payment: Payment,
  now: Date,
): Promise<PaymentOutcome | 'known'> {
  const { entId } = order
  const isWhole = payment.amount === order.amount && payment.currency === 'CNY'
  const outcome = !isWhole ? 'mismatch' : nextOrderStatus(order.status, 'pay') ? 'credited' : 'duplicate'
  // Money at a payment side is credited whatever became of the coupon: a code is closed with its order, or keeps the use of the
  // coupon (`countUses`). A transfer can be made at any time.
  if (method === 'bank' && outcome === 'credited' && (await reviveObstacle(tx.sql, order, now)))
    throw new StartError(
      `订单 ${order.orderNo} 已取消，优惠码已不能再用：没有入账，请企业重新下单，或者用 recharge 录入`,
    )
  if (method === 'bank') await deleteMistyped(tx.sql, { ...payment, entId })
  if (!(await insertPayment(tx.sql, { ...payment, entId, method, outcome, receivedAt: now }))) return 'known'
  if (outcome === 'credited') await credit(tx, order, { method, paidAt: payment.paidAt }, now)
  return outcome
}

async function credit(
  tx: Transaction,
  order: OrderColumns,
  paid: { method: PayMethod; paidAt: Date },
  now: Date,
): Promise<void> {
  const { entId, orderNo, agentId, points, bonusPoints } = order
  const given = { entId, orderNo, operatorId: agentId }
  const bonus = { ...given, pool: 'bonusOrderPoints', points: bonusPoints, reason: '订单赠送' } as const
  const isDone =
    (await applyOrderAct(tx.sql, order, 'pay', { ...paid, reason: '' })) &&
    (await grant(tx, { ...given, pool: 'orderPoints', points, reason: '购买积分' }, now)) &&
    (bonusPoints === 0 || (await grant(tx, bonus, now)))
  // Rolled back, and told again by the payment side: better than an order that is paid and brought nothing.
  if (!isDone) throw new Error(`order ${orderNo} could not be credited`)
  const note = PAY_METHOD_LABELS[paid.method]
  await recordStep(tx, { ...order, status: 'paid' }, { kind: 'pay', note, agentId: null }, now)
}
