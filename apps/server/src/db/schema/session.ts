import {
  type AgentId,
  type CustomerId,
  type EntId,
  type Entry,
  type ReceptionType,
  type RelationId,
  type SessionId,
  SOURCES,
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
import { at, idOf, oneOf, seq } from './columns.ts'
import { customer } from './customer.ts'

/** One visit of a customer: from an entry signal until it is archived or a day passes without a message. */
export const session = pgTable(
  'session',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<SessionId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    source: text('source', { enum: SOURCES }).notNull(),
    entry: jsonb('entry').$type<Entry>(),
    startAt: at('start_at').notNull(),
    startSeq: seq('start_seq').notNull(),
    endAt: at('end_at'),
    lastMessageAt: at('last_message_at'),
    /** Reception types in order of occurrence. */
    receptionPath: text('reception_path').array().$type<ReceptionType[]>().notNull(),
    /** What the plan asked for at the start or the customer's last message; null: not noted yet. */
    plannedType: text('planned_type').$type<ReceptionType>(),
    firstAgentId: idOf<AgentId>('first_agent_id'),
    agentIds: idOf<AgentId>('agent_ids').array().notNull().default([]),
    ownMessages: integer('own_messages').notNull().default(0),
    humanMessages: integer('human_messages').notNull().default(0),
    aiMessages: integer('ai_messages').notNull().default(0),
    flowMessages: integer('flow_messages').notNull().default(0),
    /** 名片 that the platform took. */
    contactCards: integer('contact_cards').notNull().default(0),
    turns: integer('turns').notNull().default(0),
    firstOwnAt: at('first_own_at'),
    /** Of the first human message after the customer's first one. */
    firstHumanAt: at('first_human_at'),
    /** The agent who sent it; null: in the platform's own app. */
    firstHumanBy: idOf<AgentId>('first_human_by'),
    /** Start of the first human response time; null: that message took the customer from the AI or a workflow. */
    firstHumanFrom: at('first_human_from'),
    firstAiAt: at('first_ai_at'),
    /** Time of the last customer message or reply. */
    lastTalkAt: at('last_talk_at'),
    hasLead: boolean('has_lead').notNull().default(false),
    /** The queue text was sent. */
    queueTold: boolean('queue_told').notNull().default(false),
    /** When 欢迎语 was last sent. */
    welcomedAt: at('welcomed_at'),
    /** When 数据保留 deleted its messages; the figures stay. */
    purgedAt: at('purged_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('session_open')
      .on(t.entId, t.customerId)
      .where(sql`end_at is null`),
    index('session_customer').on(t.entId, t.customerId, t.startAt),
    index('session_start').on(t.entId, t.startAt),
    // Ended conversations that 数据保留 has not deleted yet, oldest first.
    index('session_unpurged')
      .on(t.entId, t.startAt)
      .where(sql`purged_at is null and end_at is not null`),
    foreignKey({
      name: 'session_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

export const REPLY_KINDS = ['human', 'ai'] as const

/** From the first unanswered message of a customer to the next reply of an agent or the AI. */
export const turn = pgTable(
  'turn',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    sessionId: idOf<SessionId>('session_id').notNull(),
    no: integer('no').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    startAt: at('start_at').notNull(),
    startSeq: seq('start_seq').notNull(),
    replyAt: at('reply_at'),
    replySeq: seq('reply_seq'),
    replyKind: text('reply_kind', { enum: REPLY_KINDS }),
    replyAgentId: idOf<AgentId>('reply_agent_id'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.sessionId, t.no] }),
    uniqueIndex('turn_open')
      .on(t.entId, t.sessionId)
      .where(sql`reply_at is null`),
    index('turn_start').on(t.entId, t.startAt),
    foreignKey({
      name: 'turn_session_fk',
      columns: [t.entId, t.sessionId],
      foreignColumns: [session.entId, session.id],
    }),
    check('turn_reply', sql`(${t.replyAt} is null) = (${t.replyKind} is null)`),
    check('turn_reply_kind', sql`${t.replyKind} in (${oneOf(REPLY_KINDS)})`),
  ],
)
