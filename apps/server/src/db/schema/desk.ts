import {
  type AgentId,
  type CustomerId,
  type CustomerSetting,
  type EntId,
  FEEDBACK_RATINGS,
  FIELD_TYPES,
  type FieldId,
  type MessageId,
  type NoteId,
  type NotifySetting,
  type ReminderId,
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
import { agent } from './agent.ts'
import { at, idOf, oneOf, seq } from './columns.ts'
import { customer, customerMessage } from './customer.ts'
import { enterprise } from './enterprise.ts'

/** What is one agent's own about one customer. Without a row: nothing read since the agent came. */
export const customerSeat = pgTable(
  'customer_seat',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    readSeq: seq('read_seq').notNull().default(0),
    /** How many of the customer's messages were there up to it: unread is the customer's count less this. */
    readInbound: integer('read_inbound').notNull().default(0),
    markedUnread: boolean('marked_unread').notNull().default(false),
    sticky: boolean('sticky').notNull().default(false),
    isStar: boolean('is_star').notNull().default(false),
    version: integer('version').notNull().default(1),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId, t.customerId] }),
    index('customer_seat_sticky')
      .on(t.entId, t.agentId, t.customerId)
      .where(sql`sticky`),
    // What is unread is told from it without the rows.
    index('customer_seat_read').on(t.entId, t.agentId, t.customerId, t.readInbound, t.markedUnread),
    foreignKey({
      name: 'customer_seat_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
    foreignKey({
      name: 'customer_seat_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/** A note is a message of the thread that only agents see; this is what it is known by. */
export const customerNote = pgTable(
  'customer_note',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<NoteId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    seq: seq('seq').notNull(),
    /** Null: the system's own. */
    agentId: idOf<AgentId>('agent_id'),
    text: text('text').notNull(),
    mentionIds: idOf<AgentId>('mention_ids').array().notNull().default([]),
    createdAt: at('created_at').notNull(),
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('customer_note_customer').on(t.entId, t.customerId, t.seq),
    foreignKey({
      name: 'customer_note_message_fk',
      columns: [t.entId, t.customerId, t.seq],
      foreignColumns: [customerMessage.entId, customerMessage.customerId, customerMessage.seq],
    }),
    foreignKey({
      name: 'customer_note_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)

export const customerReminder = pgTable(
  'customer_reminder',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<ReminderId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    remindAt: at('remind_at').notNull(),
    note: text('note').notNull().default(''),
    createdAt: at('created_at').notNull(),
    firedAt: at('fired_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('customer_reminder_due')
      .on(t.remindAt)
      .where(sql`fired_at is null`),
    index('customer_reminder_agent').on(t.entId, t.customerId, t.agentId),
    foreignKey({
      name: 'customer_reminder_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    foreignKey({
      name: 'customer_reminder_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)

/** What was written into a customer's panel, by whom. */
export const customerChange = pgTable(
  'customer_change',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    field: text('field').notNull(),
    before: text('before').notNull(),
    after: text('after').notNull(),
    /** Phone numbers and the like are masked for who may not see them. */
    isSensitive: boolean('is_sensitive').notNull().default(false),
    agentId: idOf<AgentId>('agent_id'),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('customer_change_customer').on(t.entId, t.customerId, t.id),
    foreignKey({
      name: 'customer_change_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

export const customerField = pgTable(
  'customer_field',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<FieldId>('id').notNull(),
    name: text('name').notNull(),
    type: text('type', { enum: FIELD_TYPES }).notNull(),
    options: text('options').array().notNull().default([]),
    isRequired: boolean('is_required').notNull().default(false),
    inList: boolean('in_list').notNull().default(false),
    isSensitive: boolean('is_sensitive').notNull().default(false),
    aiFill: boolean('ai_fill').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('customer_field_name').on(t.entId, t.name),
    check('customer_field_type', sql`${t.type} in (${oneOf(FIELD_TYPES)})`),
  ],
)

/** What an enterprise chose otherwise than the defaults. */
export const customerSetting = pgTable('customer_setting', {
  entId: idOf<EntId>('ent_id')
    .primaryKey()
    .references(() => enterprise.id),
  setting: jsonb('setting').$type<CustomerSetting>().notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: at('updated_at').notNull(),
})

export const notifySetting = pgTable(
  'notify_setting',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    setting: jsonb('setting').$type<NotifySetting>().notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId] }),
    foreignKey({
      name: 'notify_setting_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)

/** What agents think of the AI's answers; one verdict per message, the last one holds. */
export const messageFeedback = pgTable(
  'message_feedback',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    rating: text('rating', { enum: FEEDBACK_RATINGS }).notNull(),
    reason: text('reason'),
    correctedText: text('corrected_text'),
    agentId: idOf<AgentId>('agent_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.messageId] }),
    foreignKey({
      name: 'message_feedback_message_fk',
      columns: [t.entId, t.messageId],
      foreignColumns: [customerMessage.entId, customerMessage.id],
    }),
    check('message_feedback_rating', sql`${t.rating} in (${oneOf(FEEDBACK_RATINGS)})`),
  ],
)
