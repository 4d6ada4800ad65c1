import type { Order, OrderStatus, PayMethod } from '@ruwu/contract'
import { ORDER_TEXTS } from './order-labels.ts'

/** From which statuses an act leads to which: 6.5 of the pages. */
export const ORDER_ACTS = {
  /** Also of a cancelled order: money that arrives late revives it. */
  pay: { from: ['unpaid', 'checking', 'cancelled'], to: 'paid' },
  /** Also in place of one that waits, and after the time is over: a transfer may have been on its way. */
  submitProof: { from: ['unpaid', 'checking', 'cancelled'], to: 'checking' },
  refuseProof: { from: ['checking'], to: 'unpaid' },
  cancel: { from: ['unpaid'], to: 'cancelled' },
  expire: { from: ['unpaid'], to: 'cancelled' },
  refund: { from: ['paid'], to: 'refunded' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>

export type OrderAct = keyof typeof ORDER_ACTS

/** Undefined where the act is not possible. */
export function nextOrderStatus(status: OrderStatus, act: OrderAct): OrderStatus | undefined {
  const { from, to } = ORDER_ACTS[act]
  return (from as readonly OrderStatus[]).includes(status) ? to : undefined
}

/** A cancelled order takes a receipt only when it timed out. */
export const canSubmitProof = ({ status, reason }: Pick<Order, 'status' | 'reason'>): boolean =>
  nextOrderStatus(status, 'submitProof') !== undefined && (status !== 'cancelled' || reason === ORDER_TEXTS.timeout)

const MINUTE_MS = 60_000

/** How long an order waits for its payment. */
const PAY_WITHIN_MS: Record<PayMethod, number> = {
  wechat: 30 * MINUTE_MS,
  alipay: 30 * MINUTE_MS,
  bank: 72 * 60 * MINUTE_MS,
}

/** Counted from the order, so that choosing another method does not renew the time. Without a method: that of an online payment. */
export const orderExpiry = (createdAt: Date, method: PayMethod | null): Date =>
  new Date(createdAt.getTime() + PAY_WITHIN_MS[method ?? 'wechat'])

/** Offered only where 对公转账 had been chosen, which alone waits longer than a code. */
export const canSubmitLateProof = (order: Pick<Order, 'status' | 'reason' | 'createdAt' | 'expireAt'>): boolean =>
  order.status === 'cancelled' &&
  canSubmitProof(order) &&
  Date.parse(order.expireAt) > orderExpiry(new Date(order.createdAt), null).getTime()

/** After the end of a code: clocks differ, and a payment of the last second takes a while. */
const LAST_PAYMENT_MS = 5 * MINUTE_MS

/** Codes end with the time of an online payment, however long the order waits. From then on "not paid" is final. */
export const isCodeOver = ({ createdAt }: { createdAt: Date }, now: Date): boolean =>
  now.getTime() >= orderExpiry(createdAt, 'wechat').getTime() + LAST_PAYMENT_MS

type Waiting = Pick<Order, 'status'> & { expireAt: Date | string }

export const isOrderOverdue = ({ status, expireAt }: Waiting, now: Date): boolean =>
  status === 'unpaid' && now.getTime() >= new Date(expireAt).getTime()

export const canPayOrder = (order: Waiting, now: Date): boolean =>
  order.status === 'unpaid' && !isOrderOverdue(order, now)
