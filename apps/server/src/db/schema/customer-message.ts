import {
  type AgentId,
  type CustomerId,
  type EntId,
  type MessageId,
  type RelationId,
  SENDER_KINDS,
  type SessionId,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { at, bytes, idOf, oneOf, seq } from './columns.ts'
import { message } from './message.ts'
import { customer } from './customer.ts'

/** Fields of a customer's message beyond the chat message: sender, platform id, delivery status. */
export const customerMessage = pgTable(
  'customer_message',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    seq: seq('seq').notNull(),
    id: idOf<MessageId>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    senderKind: text('sender_kind', { enum: SENDER_KINDS }).notNull(),
    /** The sending agent; null for messages of customer, AI, automation, system and platform app. */
    agentId: idOf<AgentId>('agent_id'),
    platformMessageId: text('platform_message_id'),
    platformTime: at('platform_time'),
    /** 0 pending, 1 sent, 2 failed. */
    status: smallint('status').notNull(),
    failKind: text('fail_kind'),
    failMsg: text('fail_msg'),
    platformCode: text('platform_code'),
    logId: text('log_id'),
    isRead: boolean('is_read').notNull().default(false),
    /** Sent in the platform's own app, not through our system. */
    isFromApp: boolean('is_from_app').notNull().default(false),
    /** Ours, and no answer to an act of the customer. */
    isUnprompted: boolean('is_unprompted').notNull().default(false),
    /** Sent as `flow` for the AI or the queue: the day's limit of automatic messages does not count it. */
    isUncounted: boolean('is_uncounted').notNull().default(false),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId, t.seq] }),
    uniqueIndex('customer_message_id').on(t.entId, t.id),
    uniqueIndex('customer_message_platform')
      .on(t.entId, t.relationId, t.platformMessageId)
      .where(sql`platform_message_id is not null`),
    foreignKey({
      name: 'customer_message_fk',
      columns: [t.entId, t.customerId, t.seq],
      foreignColumns: [message.entId, message.topicId, message.seq],
    }),
    check('customer_message_kind', sql`${t.senderKind} in (${oneOf(SENDER_KINDS)})`),
    check('customer_message_status', sql`${t.status} in (0, 1, 2)`),
    check('customer_message_fail', sql`(${t.status} = 2) = (${t.failKind} is not null)`),
  ],
)

/** Hashes of the texts an account sent unprompted per customer; the mass-message rule (same text) counts them. */
export const sentText = pgTable(
  'sent_text',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    textHash: bytes('text_hash').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.relationId, t.textHash, t.customerId] }),
    index('sent_text_at').on(t.at),
    foreignKey({
      name: 'sent_text_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)
