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
 * `queued` nobody has begun; `claimed` a worker prepares it (nothing has left the house); `sending` it may have left;
 * `unknown` it may have arrived and its echo is awaited. Ended ones are removed: the message itself says how it ended.
 */
export const OUTBOX_STATES = ['queued', 'claimed', 'sending', 'unknown'] as const

export type OutboxMeta = {
  /** The rule that sends a card, and the card. */
  cardRuleId?: string
  materialId?: string
  /** What was tried already: each of these helps once. */
  refreshed?: boolean
  retargeted?: boolean
  retries?: number
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
    /** Goes with every try of one attempt, for platforms that know repeats by it. */
    requestId: text('request_id').notNull(),
    /** The quota rule whose place it took, given back when the platform refuses it. */
    quotaRule: text('quota_rule'),
    state: text('state', { enum: OUTBOX_STATES }).notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    /** Not before this; while claimed or sending: until when its worker may be trusted to live. */
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
