import {
  type AgentId,
  AI_OFF_REASONS,
  type CustomerId,
  type EntId,
  type Entry,
  type FieldValue,
  type LastMessage,
  LEAD_STATUSES,
  RECEPTION_TYPES,
  type RelationId,
  type SessionId,
  SOURCES,
  type StageId,
  type TagId,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
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
import { agent } from './agent.ts'
import { channelAccount } from './channel.ts'
import { at, idOf, oneOf, seq } from './columns.ts'
import { topic } from './topic.ts'

/** Platform errors that mean that no further message is accepted. */
export const QUOTA_REFUSALS = ['quota_exhausted', 'window_closed'] as const

/** Without the agent's name, which is looked up when the row is shown. */
export type StoredLastMessage = Omit<LastMessage, 'agentName'>

/** Columns that lists filter by. */
const FILTERS = [
  'relationId',
  'receptionType',
  'aiOffReason',
  'waitingSince',
  'handoffAt',
  'leadStatus',
  'byAd',
  'lastOutboundStatus',
  'lastInboundAt',
  'inboundCount',
  'tagIds',
] as const

/**
 * A user of a platform who wrote to (or entered the private messages of) one channel account. Its topic has the same
 * id.
 */
export const customer = pgTable(
  'customer',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<CustomerId>('id').notNull(),
    /** The account the customer wrote to: subSourceId on the wire. */
    relationId: idOf<RelationId>('relation_id').notNull(),
    source: text('source', { enum: SOURCES }).notNull(),
    platformUserId: text('platform_user_id').notNull(),
    /** The platform's id of the conversation, needed to send. */
    conversationKey: text('conversation_key').notNull().default(''),
    name: text('name').notNull().default(''),
    avatar: text('avatar').notNull().default(''),
    remark: text('remark').notNull().default(''),
    city: text('city').notNull().default(''),
    country: text('country').notNull().default(''),
    entry: jsonb('entry').$type<Entry>(),
    /** Came by an advertisement. */
    byAd: boolean('by_ad').notNull().default(false),
    isBlocked: boolean('is_blocked').notNull().default(false),
    stageId: idOf<StageId>('stage_id'),
    /** Values of the enterprise's own fields by their id. */
    fields: jsonb('fields').$type<Record<string, FieldValue>>().notNull().default({}),
    /** Denormalised from customer_tag, in binding order. */
    tagIds: idOf<TagId>('tag_ids').array().notNull().default([]),
    /** Status of the newest lead that counts; null without one. */
    leadStatus: text('lead_status', { enum: LEAD_STATUSES }),

    agentId: idOf<AgentId>('agent_id'),
    /** When the present owner got the customer; 超时回收 measures from it. */
    agentSince: at('agent_since'),
    receptionType: text('reception_type', { enum: RECEPTION_TYPES }).notNull(),
    receptionEpoch: integer('reception_epoch').notNull().default(1),
    aiOffReason: text('ai_off_reason', { enum: AI_OFF_REASONS }),
    autoEnableAt: at('auto_enable_at'),
    archive: boolean('archive').notNull().default(false),
    waitingSince: at('waiting_since'),
    /** 待接手: handed over to people then, and none has answered; null otherwise. */
    handoffAt: at('handoff_at'),
    /** 稍后处理: out of the owner's lists until then, or until the customer writes. */
    postponedUntil: at('postponed_until'),
    /** Came back from 稍后处理: first in the owner's lists until a person has answered. */
    returnedAt: at('returned_at'),
    /** The open session. */
    sessionId: idOf<SessionId>('session_id'),
    /** When manual reception last began; an agent's first response time is measured from it. */
    manualSince: at('manual_since'),

    lastSeq: seq('last_seq').notNull().default(0),
    lastMessage: jsonb('last_message').$type<StoredLastMessage>(),
    lastMessageSeq: seq('last_message_seq').notNull().default(0),
    /** Time of the newest readable message; sort key of lists. */
    lastMessageAt: at('last_message_at').notNull(),
    /** Newest message of the customer: platforms allow replies relative to it. */
    lastInboundAt: at('last_inbound_at'),
    lastInboundSeq: seq('last_inbound_seq').notNull().default(0),
    lastInboundTicket: text('last_inbound_ticket'),
    lastHumanSeq: seq('last_human_seq').notNull().default(0),
    /** Our newest message that asks for the customer's contact, of any sender. */
    contactAskedSeq: seq('contact_asked_seq').notNull().default(0),
    inboundCount: integer('inbound_count').notNull().default(0),
    /** Delivery status of our newest message: 0 pending, 1 sent, 2 failed. */
    lastOutboundSeq: seq('last_outbound_seq').notNull().default(0),
    lastOutboundStatus: smallint('last_outbound_status'),
    /** The agent who answered last, and when: 熟客优先 assigns a returning customer to that agent. */
    lastHumanAgentId: idOf<AgentId>('last_human_agent_id'),
    lastHumanAt: at('last_human_at'),
    /** When the owner was last warned that the customer waits. */
    waitWarnedAt: at('wait_warned_at'),
    /** Agent from whom 超时回收 took the customer; skipped by assignment until skipUntil. */
    skipAgentId: idOf<AgentId>('skip_agent_id'),
    skipUntil: at('skip_until'),
    version: integer('version').notNull().default(1),

    /** Counters of the platform's send quotas. */
    sentSinceInbound: integer('sent_since_inbound').notNull().default(0),
    sentBeforeReply: integer('sent_before_reply').notNull().default(0),
    strangerAt: at('stranger_at'),
    enterAt: at('enter_at'),
    enterTicket: text('enter_ticket'),
    sentSinceEnter: integer('sent_since_enter').notNull().default(0),
    enterDay: date('enter_day', { mode: 'string' }),
    enterOpenings: integer('enter_openings').notNull().default(0),
    /** The latest comment under a post that automation answered. */
    commentAt: at('comment_at'),
    /** Our first answer to the customer's latest act (`lastEnterAt`); null: not answered. Decides whether a message is prompted. */
    answeredAt: at('answered_at'),
    /** The platform refused further messages; cleared when the customer writes again. */
    quotaClosed: text('quota_closed', { enum: QUOTA_REFUSALS }),

    firstEnterAt: at('first_enter_at').notNull(),
    lastEnterAt: at('last_enter_at').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** The personal data was erased: the row stays for figures, without the person, and looks absent to agents and platforms. */
    erasedAt: at('erased_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('customer_platform').on(t.entId, t.relationId, t.platformUserId),
    // Covering index of lists: sort order and all filter columns, so no table rows are read. By owner.
    index('customer_owner').on(t.entId, t.agentId, t.archive, t.lastMessageAt, t.id, ...FILTERS.map((name) => t[name])),
    // The same in enterprise-wide order, for lists over the customers of several owners.
    index('customer_latest').on(
      t.entId,
      t.archive,
      t.lastMessageAt,
      t.id,
      t.agentId,
      ...FILTERS.map((name) => t[name]),
    ),
    // For unread counts: less than half the size of customer_owner.
    index('customer_unread').on(t.entId, t.agentId, t.archive, t.id, t.relationId, t.lastInboundAt, t.inboundCount),
    index('customer_waiting')
      .on(t.entId, t.waitingSince, t.id)
      .where(sql`waiting_since is not null and not archive`),
    index('customer_queue')
      .on(t.entId, t.waitingSince)
      .where(sql`agent_id is null and not archive and reception_type = 'manual' and waiting_since is not null`),
    index('customer_current')
      .on(t.entId, t.agentId)
      .where(sql`agent_id is not null and not archive and reception_type = 'manual' and session_id is not null`),
    index('customer_return')
      .on(t.autoEnableAt)
      .where(sql`auto_enable_at is not null`),
    index('customer_postpone_due')
      .on(t.postponedUntil)
      .where(sql`postponed_until is not null`),
    // An agent's own, for each list and count.
    index('customer_postponed')
      .on(t.entId, t.agentId)
      .where(sql`postponed_until is not null or returned_at is not null`),
    index('customer_account_type').on(t.entId, t.relationId, t.receptionType),
    index('customer_points')
      .on(t.entId, t.relationId)
      .where(sql`ai_off_reason = 'points'`),
    index('customer_stranger')
      .on(t.entId, t.relationId, t.strangerAt)
      .where(sql`stranger_at is not null`),
    index('customer_open_session')
      .on(t.lastMessageAt)
      .where(sql`session_id is not null`),
    // Filters of lists that the bitmaps do not hold.
    index('customer_first_enter').on(t.entId, t.firstEnterAt, t.id),
    index('customer_stage').on(t.entId, t.stageId, t.id),
    index('customer_waited')
      .on(t.entId, t.waitingSince, t.id)
      .where(sql`waiting_since is not null`),
    // For 数据保留: customers who never wrote have no session by which their old messages are found.
    index('customer_silent')
      .on(t.entId, t.lastMessageAt)
      .where(sql`last_inbound_at is null`),
    foreignKey({ name: 'customer_topic_fk', columns: [t.entId, t.id], foreignColumns: [topic.entId, topic.id] }),
    foreignKey({
      name: 'customer_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    foreignKey({ name: 'customer_agent_fk', columns: [t.entId, t.agentId], foreignColumns: [agent.entId, agent.id] }),
    check('customer_reception_type', sql`${t.receptionType} in (${oneOf(RECEPTION_TYPES)})`),
    check('customer_off_reason', sql`(${t.receptionType} = 'ai_agent') = (${t.aiOffReason} is null)`),
    check('customer_off_reason_known', sql`${t.aiOffReason} in (${oneOf(AI_OFF_REASONS)})`),
    check(
      'customer_auto_enable',
      sql`${t.autoEnableAt} is null or (${t.receptionType} = 'manual' and ${t.aiOffReason} in ('human_reply', 'handoff', 'error'))`,
    ),
    // Kept by the trigger customer_postpone_end as well.
    check(
      'customer_postponed',
      sql`(${t.postponedUntil} is null and ${t.returnedAt} is null) or (${t.agentId} is not null and not ${t.archive})`,
    ),
    check('customer_quota_closed', sql`${t.quotaClosed} in (${oneOf(QUOTA_REFUSALS)})`),
    check('customer_lead_status', sql`${t.leadStatus} in (${oneOf(LEAD_STATUSES)})`),
    check('customer_outbound_status', sql`${t.lastOutboundStatus} in (0, 1, 2)`),
    check('customer_epoch', sql`${t.receptionEpoch} >= 1`),
    check(
      'customer_erased',
      sql`${t.erasedAt} is null or (${t.archive} and ${t.agentId} is null and ${t.sessionId} is null)`,
    ),
  ],
)
