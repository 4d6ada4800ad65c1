import {
  type AgentId,
  CARD_TYPES,
  type CustomerId,
  type EntId,
  type MessageId,
  type RelationId,
  type SessionId,
} from '@ruwu/contract'
import { SUMS, type SumName } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { agent } from './agent.ts'
import { at, idOf, oneOf, seq } from './columns.ts'
import { customer } from './customer.ts'
import { enterprise } from './enterprise.ts'

/**
 * Fact: a session in which the customer entered or wrote within this quarter of an hour. UTC offsets are multiples of it, so that hours
 * and days of every time zone are made of whole slots.
 */
export const customerActivity = pgTable(
  'customer_activity',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    sessionId: idOf<SessionId>('session_id').notNull(),
    slot: at('slot').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    /** The customer's first slot: a new customer. */
    isFirst: boolean('is_first').notNull().default(false),
    ownMessages: integer('own_messages').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.sessionId, t.slot] }),
    index('customer_activity_slot').on(t.entId, t.slot, t.relationId),
    foreignKey({
      name: 'customer_activity_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/** Fact: messages of an agent in a session within this quarter of an hour. */
export const agentReply = pgTable(
  'agent_reply',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    sessionId: idOf<SessionId>('session_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    slot: at('slot').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    replies: integer('replies').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.sessionId, t.agentId, t.slot] }),
    index('agent_reply_slot').on(t.entId, t.slot),
  ],
)

/** 接待 or 分配, 转接, 超时回收. */
export const OWNER_CHANGES = ['receive', 'transfer', 'timeout'] as const

/** Fact: a customer came to an agent, or was taken from one. */
export const ownerChange = pgTable(
  'owner_change',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<string>('id').notNull(),
    at: at('at').notNull(),
    kind: text('kind', { enum: OWNER_CHANGES }).notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    agentId: idOf<AgentId>('agent_id'),
    fromAgentId: idOf<AgentId>('from_agent_id'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('owner_change_at').on(t.entId, t.at),
    index('owner_change_session').on(t.entId, t.sessionId, t.at),
    check('owner_change_kind', sql`${t.kind} in (${oneOf(OWNER_CHANGES)})`),
  ],
)

/** Fact: a card that the platform accepted, and when the customer submitted it. */
export const cardSend = pgTable(
  'card_send',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    agentId: idOf<AgentId>('agent_id'),
    /** The platform's id of the card. */
    cardId: text('card_id').notNull(),
    type: text('type', { enum: CARD_TYPES }).notNull(),
    sentAt: at('sent_at').notNull(),
    submittedAt: at('submitted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.messageId] }),
    index('card_send_sent').on(t.entId, t.sentAt),
    index('card_send_submitted')
      .on(t.entId, t.submittedAt)
      .where(sql`submitted_at is not null`),
    index('card_send_customer').on(t.entId, t.customerId, t.sentAt),
    check('card_send_type', sql`${t.type} in (${oneOf(CARD_TYPES)})`),
  ],
)

/** Fact: a message of 沉默跟进 that the platform accepted, and when the customer wrote within 24 hours after it. */
export const followUpSend = pgTable(
  'follow_up_send',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    sentAt: at('sent_at').notNull(),
    wokenAt: at('woken_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.messageId] }),
    index('follow_up_send_sent').on(t.entId, t.sentAt),
    index('follow_up_send_customer').on(t.entId, t.customerId, t.sentAt),
  ],
)

/** Fact: replies were suggested to an agent for this message of the customer, and the message that was made of one. */
export const replySuggestion = pgTable(
  'reply_suggestion',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    /** Of the customer's message. */
    seq: seq('seq').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    /** To whom it was offered first; who took it over, once taken. */
    agentId: idOf<AgentId>('agent_id').notNull(),
    at: at('at').notNull(),
    messageId: idOf<MessageId>('message_id'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId, t.seq] }),
    index('reply_suggestion_at').on(t.entId, t.at),
    foreignKey({
      name: 'reply_suggestion_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/** Fact: from then to then an agent was 在线 with an open console. The end of the last row moves while it lasts. */
export const agentOnline = pgTable(
  'agent_online',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    startAt: at('start_at').notNull(),
    endAt: at('end_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.agentId, t.startAt] }),
    foreignKey({
      name: 'agent_online_agent_fk',
      columns: [t.entId, t.agentId],
      foreignColumns: [agent.entId, agent.id],
    }),
  ],
)

export const ROLLUP_GRAINS = ['hour', 'day'] as const

/** What rollups keep apart, so that every filter is a condition on them. */
const dimensions = {
  entId: idOf<EntId>('ent_id').notNull(),
  grain: text('grain', { enum: ROLLUP_GRAINS }).notNull(),
  /** First instant of the hour or day in the enterprise's time zone. */
  startAt: at('start_at').notNull(),
  relationId: idOf<RelationId>('relation_id').notNull(),
  /** Senders. */
  agentIds: idOf<AgentId>('agent_ids').array().notNull(),
  /** Bits of the reception types of the session. */
  receptions: smallint('receptions').notNull(),
  byAd: boolean('by_ad').notNull(),
}

const columnName = (name: string) => name.replaceAll(/[A-Z0-9]+/g, (part) => `_${part.toLowerCase()}`)

const sumColumn = (name: SumName) => bigint(columnName(name), { mode: 'number' }).notNull().default(0)

const sums = Object.fromEntries(SUMS.map((name) => [name, sumColumn(name)])) as Record<
  SumName,
  ReturnType<typeof sumColumn>
>

/** Rollup of everything that adds up. Derived and rebuildable. */
export const statSum = pgTable('stat_sum', { ...dimensions, ...sums }, (t) => [
  index('stat_sum_start').on(t.entId, t.grain, t.startAt),
])

/** Dimensions that customers are counted under, by number. Derived and rebuildable. */
export const statDimension = pgTable(
  'stat_dimension',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    no: integer('no').notNull(),
    relationId: dimensions.relationId,
    agentIds: dimensions.agentIds,
    receptions: dimensions.receptions,
    byAd: dimensions.byAd,
  },
  (t) => [primaryKey({ columns: [t.entId, t.no] })],
)

/** The note or video, and the advertising plan, that sessions came from, by number. Derived and rebuildable. */
export const statOrigin = pgTable(
  'stat_origin',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    no: integer('no').notNull(),
    contentId: text('content_id').notNull(),
    adId: text('ad_id').notNull(),
    adName: text('ad_name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.no] })],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Grows with every write: a reader asks for what is newer than it has. */
export const statHourVersion = pgSequence('stat_hour_version')

/**
 * Rollup of customers: distinct ones and ranks do not add up, so that an hour has a row per customer, as numbers of 4 bytes which are
 * counted in memory. Derived and rebuildable.
 */
export const statHour = pgTable(
  'stat_hour',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    /** First instant of the hour in the enterprise's time zone. */
    startAt: at('start_at').notNull(),
    version: bigint('version', { mode: 'number' })
      .notNull()
      .default(sql`nextval('stat_hour_version')`),
    /** Customer, dimension, origin, and bits in the order of the domain's `CUSTOMER_COUNTS`. */
    customers: bytes('customers').notNull(),
    /** Customer, dimension, and of each first response by agents the milliseconds from the hour to its start and until the response. */
    waits: bytes('waits').notNull(),
    /** The same of each answered turn, the last answered first; before its start, in the lowest bits, who answered. */
    turns: bytes('turns').notNull(),
    /** Customer, dimension, which of the domain's `SUMS` are not zero, in bits of two numbers, and the values of these. */
    sums: bytes('sums').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.startAt] }), index('stat_hour_version_ent').on(t.entId, t.version)],
)

/** UTC hours whose facts changed since their rollup, a row per change. Written by triggers on the facts. */
export const statDirty = pgTable(
  'stat_dirty',
  { entId: idOf<EntId>('ent_id').notNull(), hour: at('hour').notNull() },
  (t) => [index('stat_dirty_ent').on(t.entId)],
)

/** How far an enterprise's rollups are, and the time zone whose hours and days they hold. */
export const statState = pgTable('stat_state', {
  entId: idOf<EntId>('ent_id')
    .primaryKey()
    .references(() => enterprise.id),
  timeZone: text('time_zone').notNull(),
  asOf: at('as_of').notNull(),
  /** Day of the last nightly recomputation. */
  checkedOn: text('checked_on').notNull().default(''),
  /** Changes when rollups are rebuilt; cached hours of another epoch are invalid. */
  epoch: bigint('epoch', { mode: 'number' })
    .notNull()
    .default(sql`nextval('stat_hour_version')`),
})
