import { formatMoney, ORDER_TEXTS, PAYMENT_OUTCOME_LABELS } from '@ruwu/domain'
import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { StartError } from '../../platform/start-error.ts'
import { takeBackOrder } from '../points/index.ts'
import { recordStep } from './order-step.ts'
import { applyOrderAct, lockOrderByNo } from './order.repo.ts'
import { PaymentRefusal, type RefundOutcome } from './payment/payment-provider.ts'
import {
  insertRefund,
  lockRefund,
  type PaymentRow,
  type RefundedPayment,
  renewRefund,
  setRefundStatus,
} from './refund.repo.ts'
import type { SettleDeps } from './settle-payment.ts'

/** Ours, unique over all enterprises: the order it belongs to, and eight digits. */
const newRefundNo = (orderNo: string) => `${orderNo}${randomBytes(4).toString('hex')}`

/**
 * Pays a payment back. It is written down before the payment side is asked: after a crash the same number is asked about and, where it
 * is not known, asked for again, by this command or by the hourly reconciliation.
 */
export async function refundPayment(deps: SettleDeps, payment: PaymentRow, reason: string): Promise<RefundOutcome> {
  const { db, clock } = deps
  const refund = await db.transaction(async (tx) => {
    const { entId, method, transactionId, orderNo } = payment
    const order = await lockOrderByNo(tx.sql, orderNo)
    const started = { refundNo: newRefundNo(orderNo), reason }
    const row = { ...started, entId, method, transactionId, createdAt: clock.now() }
    if (!(await insertRefund(tx.sql, row))) await renewRefund(tx.sql, payment, started)
    const written = await lockRefund(tx.sql, payment)
    if (!order || !written) throw new Error('a payment without its order')
    if (written.status === 'done' || written.status === 'accepted') throw new StartError('这笔款项已经退款')
    return written
  })
  return continueRefund(deps, refund)
}

/** Asks the payment side and enters its answer. A bank transfer is paid back by hand. */
export async function continueRefund(deps: SettleDeps, refund: RefundedPayment): Promise<RefundOutcome> {
  const outcome = refund.method === 'bank' ? 'done' : await askForRefund(deps, refund)
  await deps.db.transaction((tx) => enterOutcome(tx, refund, outcome, deps.clock.now()))
  return outcome
}

async function askForRefund({ db, payments }: SettleDeps, refund: RefundedPayment): Promise<RefundOutcome> {
  const provider = refund.method === 'bank' ? undefined : payments[refund.method]
  if (!provider) throw new StartError(ORDER_TEXTS.methodClosed)
  const known = await provider.findRefund(refund)
  if (known) return known
  try {
    return await provider.refund(refund)
  } catch (error) {
    if (!(error instanceof PaymentRefusal)) throw error
    await setRefundStatus(db.sql, refund, 'failed')
    throw new StartError(`支付平台拒绝退款：${error.message}`, { cause: error })
  }
}

/** The order is 已退款 once its money is sure to go back, and with it the unspent rest of its points. Safe to repeat. */
async function enterOutcome(
  tx: Transaction,
  { entId, orderNo, ...payment }: RefundedPayment,
  outcome: RefundOutcome,
  now: Date,
): Promise<void> {
  const order = await lockOrderByNo(tx.sql, orderNo)
  const refund = await lockRefund(tx.sql, { entId, ...payment })
  if (!order || !refund) throw new Error('a refund without its order')
  if (refund.status === outcome || refund.status === 'done') return
  await setRefundStatus(tx.sql, refund, outcome)
  if (refund.status !== 'open' || outcome === 'failed') return
  const { amount, transactionId, reason } = refund
  const isOrderBack = refund.outcome === 'credited' && (await applyOrderAct(tx.sql, order, 'refund', { reason }))
  const points = isOrderBack ? await takeBackOrder(tx, order, now) : 0
  if (isOrderBack)
    await recordStep(tx, { ...order, status: 'refunded' }, { kind: 'refund', note: reason, agentId: null }, now)
  const after = {
    amount: formatMoney(amount),
    transactionId,
    outcome: PAYMENT_OUTCOME_LABELS[refund.outcome],
    points,
    reason,
  }
  const operator = { entId, agentId: null, ip: '' }
  await writeAudit(tx.sql, operator, { action: 'order.refund', object: entId, name: orderNo, after }, now)
}
