import { type AgentId, type EntId, ORDER_STEPS } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, idOf, oneOf } from './columns.ts'
import { pointOrder } from './order.ts'

/** What happened to an order, written with every change. */
export const pointOrderStep = pgTable(
  'point_order_step',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    orderNo: text('order_no').notNull(),
    /** Steps of one moment in the order in which they happened. */
    no: bigint('no', { mode: 'number' }).generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: ORDER_STEPS }).notNull(),
    at: at('at').notNull(),
    note: text('note').notNull().default(''),
    /** Null: the operator, or by itself. */
    agentId: idOf<AgentId>('agent_id'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.orderNo, t.no] }),
    foreignKey({
      name: 'point_order_step_order_fk',
      columns: [t.entId, t.orderNo],
      foreignColumns: [pointOrder.entId, pointOrder.orderNo],
    }),
    check('point_order_step_kind', sql`${t.kind} in (${oneOf(ORDER_STEPS)})`),
  ],
)

/** Requested invoices, one for an order. Deleted when the operator refuses the request, and with the enterprise unless issued. */
export const pointInvoice = pgTable(
  'point_invoice',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    orderNo: text('order_no').notNull(),
    title: text('title').notNull(),
    taxNo: text('tax_no').notNull(),
    email: text('email').notNull(),
    requestedAt: at('requested_at').notNull(),
    number: text('number'),
    issuedAt: at('issued_at'),
    /** 红字发票 after a refund. */
    reversalNumber: text('reversal_number'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.orderNo] }),
    // A number that was typed for two orders is wrong for one of them.
    uniqueIndex('point_invoice_number').on(t.number),
    uniqueIndex('point_invoice_reversal_number').on(t.reversalNumber),
    foreignKey({
      name: 'point_invoice_order_fk',
      columns: [t.entId, t.orderNo],
      foreignColumns: [pointOrder.entId, pointOrder.orderNo],
    }),
    check('point_invoice_issued', sql`(${t.number} is null) = (${t.issuedAt} is null)`),
    check('point_invoice_reversed', sql`${t.reversalNumber} is null or ${t.number} is not null`),
  ],
)
