import type { Order, OrderStatus, PayMethod } from '@ruwu/contract'

/** From which statuses an act leads to which: 6.5 of the pages. */
export const ORDER_ACTS = {
  /** Also of a cancelled order: money that arrives late revives it. */
  pay: { from: ['unpaid', 'checking', 'cancelled'], to: 'paid' },
  /** Also in place of one that waits. */
  submitProof: { from: ['unpaid', 'checking'], to: 'checking' },
  refuseProof: { from: ['checking'], to: 'unpaid' },
  cancel: { from: ['unpaid'], to: 'cancelled' },
  expire: { from: ['unpaid'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>

export type OrderAct = keyof typeof ORDER_ACTS

/** Undefined where the act is not possible. */
export function nextOrderStatus(status: OrderStatus, act: OrderAct): OrderStatus | undefined {
  const { from, to } = ORDER_ACTS[act]
  return (from as readonly OrderStatus[]).includes(status) ? to : undefined
}

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

type Waiting = Pick<Order, 'status'> & { expireAt: Date | string }

export const isOrderOverdue = ({ status, expireAt }: Waiting, now: Date): boolean =>
  status === 'unpaid' && now.getTime() >= new Date(expireAt).getTime()

export const canPayOrder = (order: Waiting, now: Date): boolean =>
  order.status === 'unpaid' && !isOrderOverdue(order, now)
