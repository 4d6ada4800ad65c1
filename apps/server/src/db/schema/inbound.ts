import { type CustomerId, type EntId, type RelationId, SOURCES } from '@ruwu/contract'
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
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { at, idOf, oneOf } from './columns.ts'
import { customer } from './customer.ts'

/** `waiting` rows are applied in order of arrival; `done` rows are kept for a while for diagnosis. */
export const DELIVERY_STATES = ['waiting', 'done', 'failed'] as const

/** A platform's webhook call as received. Without an enterprise: the accounts are looked up when it is applied. */
export const platformDelivery = pgTable(
  'platform_delivery',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: text('source', { enum: SOURCES }).notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    /** One worker at a time applies the calls of a shard, in order. */
    shard: smallint('shard').notNull(),
    path: text('path').notNull(),
    body: text('body').notNull(),
    /** The events parsed from it; times as text. */
    events: jsonb('events').$type<Record<string, unknown>[]>().notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    notBefore: at('not_before').notNull(),
    error: text('error'),
    receivedAt: at('received_at').notNull(),
  },
  (t) => [
    uniqueIndex('platform_delivery_once').on(t.source, t.dedupeKey),
    index('platform_delivery_waiting')
      .on(t.shard, t.id)
      .where(sql`state = 'waiting'`),
    index('platform_delivery_received').on(t.receivedAt),
    check('platform_delivery_state', sql`${t.state} in (${oneOf(DELIVERY_STATES)})`),
  ],
)

/**
 * An echo that arrived before the send response, or a recall before its message; kept until the other arrives or it
 * expires.
 */
export const PENDING_KINDS = ['echo', 'recall'] as const

export const platformPending = pgTable(
  'platform_pending',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    platformMessageId: text('platform_message_id').notNull(),
    kind: text('kind', { enum: PENDING_KINDS }).notNull(),
    event: jsonb('event').$type<Record<string, unknown>>().notNull(),
    dueAt: at('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.relationId, t.platformMessageId, t.kind] }),
    index('platform_pending_due').on(t.dueAt),
    check('platform_pending_kind', sql`${t.kind} in (${oneOf(PENDING_KINDS)})`),
  ],
)

/** Files to download from the platform: the media of a message, or the customer's avatar (seq 0). */
export const inboundMedia = pgTable(
  'inbound_media',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    media: jsonb('media').$type<Record<string, unknown>>().notNull(),
    tries: integer('tries').notNull().default(0),
    dueAt: at('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId, t.seq] }),
    index('inbound_media_due').on(t.dueAt),
    foreignKey({
      name: 'inbound_media_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/** Actions of customers (entered, wrote, copied a number) that automation (welcome, card rules) has not handled yet. */
export const inboundCause = pgTable(
  'inbound_cause',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    messageSeq: bigint('message_seq', { mode: 'number' }).notNull(),
    /** `isFirst`: the customer had neither entered nor written before. `cardId`: of the platform's card that the customer submitted or whose number the customer copied. */
    what: jsonb('what')
      .$type<
        (
          | { kind: 'enter'; isAd: boolean }
          | { kind: 'message'; text: string; cardId?: string }
          | { kind: 'copy'; cardId: string }
        ) & { isFirst?: boolean }
      >()
      .notNull(),
    createdAt: at('created_at').notNull(),
    dueAt: at('due_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId, t.messageSeq] }),
    index('inbound_cause_due').on(t.dueAt, t.messageSeq),
    foreignKey({
      name: 'inbound_cause_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)
