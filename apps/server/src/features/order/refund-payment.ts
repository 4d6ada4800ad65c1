import { formatMoney, ORDER_TEXTS, PAYMENT_OUTCOME_LABELS } from '@ruwu/domain'
import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { StartError } from '../../platform/start-error.ts'
import { takeBackOrder } from '../points/index.ts'
import { recordStep } from './order-step.ts'
import { applyOrderAct, lockOrderByNo } from './order.repo.ts'
import { type PaymentProvider, PaymentRefusal, type RefundOutcome } from './payment/payment-provider.ts'
import {
  failRefund,
  insertRefund,
  lockRefund,
  type PaymentRow,
  type RefundedPayment,
  reopenRefund,
  setRefundStatus,
} from './refund.repo.ts'
import type { SettleDeps } from './settle-payment.ts'

/** Ours, unique over all enterprises: the order it belongs to, and eight digits. */
const newRefundNo = (orderNo: string) => `${orderNo}${randomBytes(4).toString('hex')}`

/** `points`: taken back with the order, where this call has ended it. */
type Refunded = { outcome: RefundOutcome; points: number | undefined }

/**
 * Pays a payment back. It is written down before the payment side is asked: after a crash the same number is asked about and, where it
 * is not known, asked for again, by this command or by the hourly reconciliation; after a refusal by this command alone.
 */
export async function refundPayment(deps: SettleDeps, payment: PaymentRow, reason: string): Promise<Refunded> {
  const { db, clock } = deps
  const refund = await db.transaction(async (tx) => {
    const { entId, method, transactionId, orderNo } = payment
    const order = await lockOrderByNo(tx.sql, orderNo)
    const refundNo = newRefundNo(orderNo)
    await insertRefund(tx.sql, { refundNo, reason, entId, method, transactionId, createdAt: clock.now() })
    const written = await lockRefund(tx.sql, payment)
    if (!order || !written) throw new Error('a payment without its order')
    if (written.status === 'done' || written.status === 'accepted') throw new StartError('这笔款项已经退款')
    return written
  })
  return continueRefund(deps, refund.status === 'failed' ? await reopen(deps, refund, reason) : refund)
}

/** A refused number may have been paid back all the same, and is kept: another would go back twice. Only a closed one is replaced. */
async function reopen(deps: SettleDeps, refund: RefundedPayment, reason: string): Promise<RefundedPayment> {
  const isClosed = (await providerOf(deps, refund).findRefund(refund)) === 'failed'
  const again = { refundNo: isClosed ? newRefundNo(refund.orderNo) : refund.refundNo, reason }
  if (!(await reopenRefund(deps.db.sql, refund, again))) throw new StartError('这笔款项正在退款，请稍后查看')
  return { ...refund, ...again, status: 'open' }
}

/** Asks the payment side and enters its answer. A bank transfer is paid back by hand. */
export async function continueRefund(deps: SettleDeps, refund: RefundedPayment): Promise<Refunded> {
  const outcome = refund.method === 'bank' ? 'done' : await askForRefund(deps, refund)
  const { refundNo } = refund
  if (outcome === 'abnormal') deps.log.error({ refundNo }, 'a refund waits for the merchant at the payment side')
  const points = await deps.db.transaction((tx) => enterOutcome(tx, refund, outcome, deps.clock.now()))
  return { outcome, points }
}

function providerOf({ payments }: SettleDeps, { method }: RefundedPayment): PaymentProvider {
  const provider = method === 'bank' ? undefined : payments[method]
  if (!provider) throw new StartError(ORDER_TEXTS.methodClosed)
  return provider
}

async function askForRefund(deps: SettleDeps, refund: RefundedPayment): Promise<RefundOutcome> {
  const provider = providerOf(deps, refund)
  const known = await provider.findRefund(refund)
  if (known) return known
  try {
    return await provider.refund(refund)
  } catch (error) {
    if (!(error instanceof PaymentRefusal)) throw error
    if (!provider.finalRefusals.has(error.code))
      throw new StartError(`支付平台没有确认退款，每小时再查询：${error.message}`, { cause: error })
    await failRefund(deps.db.sql, refund, ['open'])
    throw new StartError(`支付平台拒绝退款：${error.message}`, { cause: error })
  }
}

/** The order is 已退款 once its money is sure to go back, and with it the unspent rest of its points, which are returned. Safe to repeat. */
async function enterOutcome(
  tx: Transaction,
  asked: RefundedPayment,
  outcome: RefundOutcome,
  now: Date,
): Promise<number | undefined> {
  const { entId, orderNo } = asked
  const order = await lockOrderByNo(tx.sql, orderNo)
  const refund = await lockRefund(tx.sql, asked)
  if (!order || !refund) throw new Error('a refund without its order')
  if (outcome === 'failed') {
    await failRefund(tx.sql, asked, ['open', 'accepted'])
    return undefined
  }
  const status = outcome === 'done' ? 'done' : 'accepted'
  if (refund.status === status || refund.status === 'done') return undefined
  await setRefundStatus(tx.sql, refund, status)
  // Accepted before: the order was refunded then.
  if (refund.status === 'accepted') return undefined
  const { amount, transactionId, reason } = refund
  const isOrderBack = refund.outcome === 'credited' && (await applyOrderAct(tx.sql, order, 'refund', { reason }))
  const points = isOrderBack ? await takeBackOrder(tx, order, now) : undefined
  if (isOrderBack)
    await recordStep(tx, { ...order, status: 'refunded' }, { kind: 'refund', note: reason, agentId: null }, now)
  const after = {
    amount: formatMoney(amount),
    transactionId,
    outcome: PAYMENT_OUTCOME_LABELS[refund.outcome],
    points: points ?? 0,
    reason,
  }
  const operator = { entId, agentId: null, ip: '' }
  await writeAudit(tx.sql, operator, { action: 'order.refund', object: entId, name: orderNo, after }, now)
  return points
}
