import {
  type AgentId,
  type EntId,
  ONLINE_METHODS,
  ORDER_STATUSES,
  PAY_METHODS,
  PAYMENT_OUTCOMES,
  REFUND_STATUSES,
} from '@ruwu/contract'
import type { StatementDifference } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { at, idOf, oneOf } from './columns.ts'
import { pointAccount } from './points.ts'

/**
 * 优惠码 of the operator, for all enterprises; never deleted. Its uses are the orders that name it and are not cancelled: they are not
 * counted twice, and given back with the order.
 */
export const pointCoupon = pgTable(
  'point_coupon',
  {
    code: text('code').primaryKey(),
    percent: integer('percent'),
    /** In cents. */
    amountOff: integer('amount_off'),
    leastAmount: integer('least_amount').notNull(),
    /** In China, included. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** Null: without a limit. */
    usesMax: integer('uses_max'),
    usesEach: integer('uses_each').notNull(),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    check('point_coupon_kind', sql`(${t.percent} is null) <> (${t.amountOff} is null)`),
    check('point_coupon_percent', sql`${t.percent} between 1 and 99`),
    // Something is left to pay.
    check('point_coupon_amount', sql`${t.amountOff} > 0 and ${t.amountOff} < ${t.leastAmount}`),
    check('point_coupon_least', sql`${t.leastAmount} >= 0`),
    check('point_coupon_uses', sql`${t.usesMax} > 0 and ${t.usesEach} > 0`),
  ],
)

/** Orders of points. Its number is unique over all enterprises: notifications of payments carry nothing else. */
export const pointOrder = pgTable(
  'point_order',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    orderNo: text('order_no').notNull(),
    packageName: text('package_name').notNull(),
    points: integer('points').notNull(),
    bonusPoints: integer('bonus_points').notNull(),
    /** In cents, to be paid: less the discount. */
    amount: integer('amount').notNull(),
    discount: integer('discount').notNull().default(0),
    couponCode: text('coupon_code').references(() => pointCoupon.code),
    method: text('method', { enum: PAY_METHODS }),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('unpaid'),
    reason: text('reason').notNull().default(''),
    /** Without a foreign key: the order stays when the enterprise closes, its agents do not. Null: entered by the operator. */
    agentId: idOf<AgentId>('agent_id'),
    createdAt: at('created_at').notNull(),
    expireAt: at('expire_at').notNull(),
    paidAt: at('paid_at'),
    /** Receipt of a bank transfer. */
    proofUrl: text('proof_url'),
    /** Payment sides that were asked for a code and have neither closed it nor said since its end whether it was paid; apart from the chosen method. */
    openCodes: text('open_codes', { enum: ONLINE_METHODS }).array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.orderNo] }),
    uniqueIndex('point_order_no').on(t.orderNo),
    index('point_order_created').on(t.entId, t.createdAt),
    index('point_order_unpaid')
      .on(t.expireAt)
      .where(sql`status = 'unpaid'`),
    index('point_order_open_codes')
      .on(t.createdAt)
      .where(sql`open_codes <> '{}'`),
    index('point_order_coupon')
      .on(t.couponCode)
      .where(sql`coupon_code is not null`),
    foreignKey({ name: 'point_order_account_fk', columns: [t.entId], foreignColumns: [pointAccount.entId] }),
    check('point_order_status', sql`${t.status} in (${oneOf(ORDER_STATUSES)})`),
    check('point_order_method', sql`${t.method} in (${oneOf(PAY_METHODS)})`),
    check('point_order_amount', sql`${t.amount} > 0 and ${t.points} > 0 and ${t.bonusPoints} >= 0`),
    check('point_order_discount', sql`${t.discount} >= 0 and (${t.discount} = 0) = (${t.couponCode} is null)`),
    check('point_order_paid', sql`${t.status} not in ('paid', 'refunded') or ${t.paidAt} is not null`),
  ],
)

/** Money that arrived for an order, once for each transaction of the payment side. What was not credited waits for the operator. */
export const pointPayment = pgTable(
  'point_payment',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    method: text('method', { enum: PAY_METHODS }).notNull(),
    transactionId: text('transaction_id').notNull(),
    orderNo: text('order_no').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull().default('CNY'),
    outcome: text('outcome', { enum: PAYMENT_OUTCOMES }).notNull(),
    paidAt: at('paid_at').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.method, t.transactionId] }),
    // Also over all enterprises: one number of the bank cannot credit two of them.
    uniqueIndex('point_payment_transaction').on(t.method, t.transactionId),
    // An order is credited by one payment, whatever is written concurrently.
    uniqueIndex('point_payment_credited')
      .on(t.entId, t.orderNo)
      .where(sql`outcome = 'credited'`),
    // What waits for the operator, and what a statement of a day is compared with: of all enterprises.
    index('point_payment_uncredited')
      .on(t.transactionId)
      .where(sql`outcome <> 'credited'`),
    index('point_payment_paid').on(t.method, t.paidAt),
    foreignKey({
      name: 'point_payment_order_fk',
      columns: [t.entId, t.orderNo],
      foreignColumns: [pointOrder.entId, pointOrder.orderNo],
    }),
    check('point_payment_method', sql`${t.method} in (${oneOf(PAY_METHODS)})`),
    check('point_payment_outcome', sql`${t.outcome} in (${oneOf(PAYMENT_OUTCOMES)})`),
  ],
)

/** Money of a payment that goes back, all of it. Written before the payment side is asked, so that a crash in between is noticed. */
export const pointRefund = pgTable(
  'point_refund',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    /** Ours: the payment side pays a number back once. */
    refundNo: text('refund_no').notNull(),
    method: text('method', { enum: PAY_METHODS }).notNull(),
    transactionId: text('transaction_id').notNull(),
    reason: text('reason').notNull(),
    status: text('status', { enum: REFUND_STATUSES }).notNull().default('open'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.method, t.transactionId] }),
    uniqueIndex('point_refund_no').on(t.refundNo),
    index('point_refund_unfinished')
      .on(t.createdAt)
      .where(sql`status in ('open', 'accepted')`),
    foreignKey({
      name: 'point_refund_payment_fk',
      columns: [t.entId, t.method, t.transactionId],
      foreignColumns: [pointPayment.entId, pointPayment.method, pointPayment.transactionId],
    }),
    check('point_refund_method', sql`${t.method} in (${oneOf(PAY_METHODS)})`),
    check('point_refund_status', sql`${t.status} in (${oneOf(REFUND_STATUSES)})`),
  ],
)

/** Comparison of a payment side's statement of a day with our payments, of all enterprises together. */
export const payStatement = pgTable(
  'pay_statement',
  {
    method: text('method', { enum: ONLINE_METHODS }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Of the payment side, and ours: how many payments, and their sum in cents. */
    theirCount: integer('their_count').notNull(),
    theirAmount: bigint('their_amount', { mode: 'number' }).notNull(),
    ourCount: integer('our_count').notNull(),
    ourAmount: bigint('our_amount', { mode: 'number' }).notNull(),
    differences: jsonb('differences').$type<StatementDifference[]>().notNull(),
    comparedAt: at('compared_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.method, t.day] }),
    check('pay_statement_method', sql`${t.method} in (${oneOf(ONLINE_METHODS)})`),
  ],
)
