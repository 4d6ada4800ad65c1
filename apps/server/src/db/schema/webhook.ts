import {
  type AgentId,
  type CustomerId,
  DELIVERY_STATES,
  type EntId,
  type LeadPushSetting,
  type PushType,
  WEBHOOK_EVENTS,
  WEBHOOK_TYPES,
  type WebhookDeliveryId,
  type WebhookId,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import { agent } from './agent.ts'
import { at, bytes, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/** A target of 线索推送, with a copy of what the card says, by which deliveries are made. */
export type LeadPushOfTarget = Pick<LeadPushSetting, 'fields' | 'masked'> & { type: PushType; isSigned: boolean }

/** An address that is told of events: of an enterprise's own system, or a target of 线索推送. */
export const webhook = pgTable(
  'webhook',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<WebhookId>('id').notNull(),
    url: text('url').notNull(),
    events: text('events', { enum: WEBHOOK_EVENTS }).array().notNull(),
    enabled: boolean('enabled').notNull(),
    /** Null: a subscription. */
    leadPush: jsonb('lead_push').$type<LeadPushOfTarget>(),
    /** Encrypted. */
    secret: bytes('secret').notNull(),
    /** Cursor: events of the log up to this number have become deliveries. */
    seenSeq: bigint('seen_seq', { mode: 'number' }).notNull(),
    /** Lease of the worker that delivers; in the past: when the last delivery ended. */
    busyUntil: at('busy_until'),
    /** Failed attempts in a row, and until when none is made after them. */
    failures: integer('failures').notNull().default(0),
    pausedUntil: at('paused_until'),
    /** Deliveries given up in a row. */
    givenUp: integer('given_up').notNull().default(0),
    /** When the administrators were last told of a delivery that was given up. */
    toldAt: at('told_at'),
    /** Switched off by itself. */
    stoppedAt: at('stopped_at'),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull(),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    foreignKey({ name: 'webhook_agent_fk', columns: [t.entId, t.updatedBy], foreignColumns: [agent.entId, agent.id] }),
    check('webhook_events', sql`cardinality(${t.events}) > 0 and ${t.events} <@ array[${oneOf(WEBHOOK_EVENTS)}]`),
    check('webhook_stopped', sql`${t.stoppedAt} is null or not ${t.enabled}`),
  ],
)

/** One event for one subscription, from the event log until the receiver accepted it; then the log of deliveries. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<WebhookDeliveryId>('id').notNull(),
    webhookId: idOf<WebhookId>('webhook_id').notNull(),
    type: text('type', { enum: WEBHOOK_TYPES }).notNull(),
    /** Of what it tells: a second copy of the event in the log is not delivered. */
    key: text('key').notNull(),
    customerId: idOf<CustomerId>('customer_id'),
    /** Sent and signed as it stands, the same in every attempt; the body of a waiting lead is built again when its card is saved. */
    body: text('body').notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** The next attempt; null when it has ended. */
    dueAt: at('due_at'),
    lastAt: at('last_at'),
    status: integer('status'),
    ms: integer('ms'),
    error: text('error').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('webhook_delivery_once').on(t.entId, t.webhookId, t.type, t.key),
    // By the last attempt: a delivery moves up when it fails.
    index('webhook_delivery_log').on(t.entId, t.webhookId, sql`coalesce(last_at, created_at)`, t.id),
    index('webhook_delivery_due')
      .on(t.entId, t.webhookId, t.dueAt)
      .where(sql`due_at is not null`),
    index('webhook_delivery_customer').on(t.entId, t.customerId),
    index('webhook_delivery_created').on(t.createdAt),
    foreignKey({
      name: 'webhook_delivery_webhook_fk',
      columns: [t.entId, t.webhookId],
      foreignColumns: [webhook.entId, webhook.id],
    }).onDelete('cascade'),
    check('webhook_delivery_type', sql`${t.type} in (${oneOf(WEBHOOK_TYPES)})`),
    check('webhook_delivery_state', sql`${t.state} in (${oneOf(DELIVERY_STATES)})`),
    check('webhook_delivery_due_at', sql`(${t.state} = 'waiting') = (${t.dueAt} is not null)`),
  ],
)
