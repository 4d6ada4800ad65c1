import { type AgentId, type CustomerId, type EntId, type MessageId, type RelationId, SOURCES } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
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
import { customerMessage } from './customer-message.ts'

/**
 * `queued`: not claimed; `claimed`: a worker prepares it, nothing was sent; `sending`: the request may have been sent;
 * `unknown`: the message may have arrived and its echo is awaited. Settled rows are deleted: the result is in the
 * message's status.
 */
export const OUTBOX_STATES = ['queued', 'claimed', 'sending', 'unknown'] as const

export type OutboxMeta = {
  /** The card rule that sends the message, and its card. */
  cardRuleId?: string
  materialId?: string
  /** Recovery steps already taken, each at most once; `retries` counts repeated sends. */
  refreshed?: boolean
  retargeted?: boolean
  retries?: number
  /** Why the last attempt is repeated. */
  retryMsg?: string
}

/** Messages on their way to a platform. */
export const outbox = pgTable(
  'outbox',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    source: text('source', { enum: SOURCES }).notNull(),
    /** Idempotency key of one attempt, for platforms that detect repeated requests. */
    requestId: text('request_id').notNull(),
    /** The quota rule that was charged; refunded when the platform refuses the message. */
    quotaRule: text('quota_rule'),
    state: text('state', { enum: OUTBOX_STATES }).notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    /**
     * `queued`: earliest send time; `claimed`, `sending`: end of the worker's lease; `unknown`: end of the wait for the
     * echo.
     */
    dueAt: at('due_at').notNull(),
    meta: jsonb('meta').$type<OutboxMeta>().notNull().default({}),
    operatorId: idOf<AgentId>('operator_id'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.messageId] }),
    uniqueIndex('outbox_order').on(t.entId, t.customerId, t.seq),
    index('outbox_due').on(t.dueAt),
    foreignKey({
      name: 'outbox_message_fk',
      columns: [t.entId, t.customerId, t.seq],
      foreignColumns: [customerMessage.entId, customerMessage.customerId, customerMessage.seq],
    }),
    check('outbox_state', sql`${t.state} in (${oneOf(OUTBOX_STATES)})`),
  ],
)
