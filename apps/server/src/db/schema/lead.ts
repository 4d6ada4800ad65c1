import {
  type AgentId,
  type CustomerId,
  type EntId,
  type Entry,
  LEAD_EXTRACTORS,
  LEAD_KINDS,
  LEAD_RESULTS,
  LEAD_STATES,
  LEAD_STATUSES,
  type LeadId,
  type MessageId,
  RECEPTION_TYPES,
  type RelationId,
  type SessionId,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
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
import { at, idOf, oneOf } from './columns.ts'
import { customerMessage } from './customer-message.ts'
import { customer } from './customer.ts'

/** A contact that a customer gave. */
export const lead = pgTable(
  'lead',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<LeadId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    kind: text('kind', { enum: LEAD_KINDS }).notNull(),
    value: text('value').notNull(),
    normalised: text('normalised').notNull(),
    state: text('state', { enum: LEAD_STATES }).notNull(),
    isPrimary: boolean('is_primary').notNull(),
    extractor: text('extractor', { enum: LEAD_EXTRACTORS }).notNull(),
    messageId: idOf<MessageId>('message_id'),
    relationId: idOf<RelationId>('relation_id').notNull(),
    entry: jsonb('entry').$type<Entry>(),
    /** The customer's owner now, so that lists need no join: set by triggers on lead and customer. */
    ownerId: idOf<AgentId>('owner_id'),
    /** Owner and reception type at the time of capture. */
    agentId: idOf<AgentId>('agent_id'),
    receptionType: text('reception_type', { enum: RECEPTION_TYPES }).notNull(),
    status: text('status', { enum: LEAD_STATUSES }).notNull(),
    reason: text('reason'),
    result: text('result', { enum: LEAD_RESULTS }).notNull(),
    hits: integer('hits').notNull().default(1),
    lastHitAt: at('last_hit_at').notNull(),
    /** The earlier lead of another customer with the same value. */
    dupOf: idOf<LeadId>('dup_of'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // One row per customer and value; a repeated value is only counted.
    uniqueIndex('lead_customer_value').on(t.entId, t.customerId, t.kind, t.normalised),
    uniqueIndex('lead_primary')
      .on(t.entId, t.customerId, t.kind)
      .where(sql`is_primary`),
    index('lead_value').on(t.entId, t.kind, t.normalised, t.createdAt),
    // Covering indexes of the list, so that no table rows are read: in its order with the filter columns, and for the counts by status.
    index('lead_listed')
      .on(t.entId, t.lastHitAt, t.id, t.createdAt, t.status, t.kind, t.ownerId, t.relationId, t.dupOf)
      .where(sql`state = 'valid' and kind <> 'wechat_copy'`),
    index('lead_counted')
      .on(t.entId, t.status, t.ownerId, t.relationId, t.dupOf)
      .where(sql`state = 'valid' and kind <> 'wechat_copy'`),
    index('lead_last_four')
      .on(t.entId, sql`right(normalised, 4)`)
      .where(sql`kind = 'phone'`),
    index('lead_created').on(t.entId, t.createdAt, t.id),
    index('lead_dup_of')
      .on(t.entId, t.dupOf)
      .where(sql`dup_of is not null`),
    foreignKey({
      name: 'lead_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    foreignKey({
      name: 'lead_message_fk',
      columns: [t.entId, t.messageId],
      foreignColumns: [customerMessage.entId, customerMessage.id],
    }),
    check('lead_kind', sql`${t.kind} in (${oneOf(LEAD_KINDS)})`),
    check('lead_state', sql`${t.state} in (${oneOf(LEAD_STATES)})`),
    check('lead_status', sql`${t.status} in (${oneOf(LEAD_STATUSES)})`),
    check('lead_invalid_reason', sql`(${t.status} = 'invalid') = (${t.reason} is not null)`),
  ],
)

/** A message in which a customer gave a known contact again. */
export const leadRepeat = pgTable(
  'lead_repeat',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    leadId: idOf<LeadId>('lead_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.leadId, t.messageId] }),
    foreignKey({ name: 'lead_repeat_lead_fk', columns: [t.entId, t.leadId], foreignColumns: [lead.entId, lead.id] }),
    foreignKey({
      name: 'lead_repeat_message_fk',
      columns: [t.entId, t.messageId],
      foreignColumns: [customerMessage.entId, customerMessage.id],
    }),
  ],
)
