import {
  type AgentId,
  AI_GENERATORS,
  type AutoArchiveSetting,
  AUTOMATION_KEYS,
  AUTOMATION_RESULTS,
  AUTOMATION_TYPES,
  type AutomationLogId,
  type AutomationRuleId,
  type CommentSetting,
  type CustomerId,
  type EntId,
  type FlowId,
  type FollowUpMode,
  type FollowUpSetting,
  type GlobalSetting,
  type LeadPushSetting,
  type MessageId,
  type RelationId,
  type RuleEventType,
  type SessionId,
} from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import {
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
import { channelAccount } from './channel.ts'
import { at, idOf, oneOf } from './columns.ts'
import { customer } from './customer.ts'
import { enterprise } from './enterprise.ts'

/** What is stored of each card. */
export type AutomationSettings = {
  followUp: FollowUpSetting
  comment: CommentSetting
  /** `since`: of an enterprise that is older than 自动归档; conversations that ended before stay where they are until the setting is saved. */
  autoArchive: AutoArchiveSetting & { since?: string }
  /** Its targets are rows of `webhook`. */
  leadPush: LeadPushSetting
  global: GlobalSetting
}

/** Setting of a card of 更多自动化. An enterprise without a row uses the default. */
export const automationSetting = pgTable(
  'automation_setting',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    key: text('key', { enum: AUTOMATION_KEYS }).notNull(),
    setting: jsonb('setting').$type<AutomationSettings[keyof AutomationSettings]>().notNull(),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.key] }),
    check('automation_setting_key', sql`${t.key} in (${oneOf(AUTOMATION_KEYS)})`),
  ],
)

/**
 * Queue of 沉默跟进: customers that are silent after our reply. Written in the transaction of the reply, so a crash loses
 * none.
 */
export const followUp = pgTable(
  'follow_up',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    sessionId: idOf<SessionId>('session_id').notNull(),
    /** Time of our reply. */
    since: at('since').notNull(),
    /** Next step, and the time of the previous attempt in this silence. */
    step: smallint('step').notNull(),
    lastStepAt: at('last_step_at'),
    dueAt: at('due_at').notNull(),
    /** Lease of the node that claimed the row. */
    heldUntil: at('held_until'),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId] }),
    index('follow_up_due').on(t.dueAt),
    foreignKey({
      name: 'follow_up_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/**
 * A comment under a post of an account, from the platform's call until it is found to show no intent or cannot be answered (deleted), or
 * was answered (kept: a person is answered once per post).
 */
export const commentReply = pgTable(
  'comment_reply',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    postId: text('post_id').notNull(),
    /** The platform's id of the person. */
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    /** The newest comment of the person before the answer. */
    commentId: text('comment_id').notNull(),
    text: text('text').notNull(),
    at: at('at').notNull(),
    /** Set with the customer, once it shows intent. */
    customerId: idOf<CustomerId>('customer_id'),
    /** Set before the platform is called, which is done once. */
    answeredAt: at('answered_at'),
    /** Null when it has ended. */
    dueAt: at('due_at'),
    heldUntil: at('held_until'),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.relationId, t.postId, t.authorId] }),
    index('comment_reply_due')
      .on(t.dueAt)
      .where(sql`due_at is not null`),
    // Leases: few rows have one.
    index('comment_reply_held')
      .on(t.heldUntil, t.entId)
      .where(sql`held_until is not null`),
    index('comment_reply_customer').on(t.entId, t.customerId),
    foreignKey({
      name: 'comment_reply_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    foreignKey({
      name: 'comment_reply_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    check('comment_reply_answered', sql`${t.answeredAt} is null or ${t.customerId} is not null`),
  ],
)

/** Input and output of an automatic action. */
export type AutomationInput =
  | { mode: FollowUpMode; silentSec: number }
  /** The rule that acted, the event that fired it, and the rules that led to it with this one as the last. */
  | { ruleId: AutomationRuleId; event: RuleEventType; chain?: AutomationRuleId[] }
  /** An event whose rules could not be decided on. */
  | { event: RuleEventType }
  /** The comment that was answered. */
  | { comment: string; postId: string }
  /** The node of a flow that acted. */
  | { flowId: FlowId; version: number; nodeId: string }
export type AutomationOutput = {
  text: string
  generator: (typeof AI_GENERATORS)[number] | null
  model: string
  /** Sent after another text of the same answer, which carries the charge. */
  isFurtherText?: boolean
}

/** 运行日志. */
export const automationLog = pgTable(
  'automation_log',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<AutomationLogId>('id').notNull(),
    type: text('type', { enum: AUTOMATION_TYPES }).notNull(),
    name: text('name').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    /** Step number of 沉默跟进, of the action of a rule, or of the run of a flow. */
    step: smallint('step'),
    result: text('result', { enum: AUTOMATION_RESULTS }).notNull(),
    reason: text('reason').notNull().default(''),
    messageId: idOf<MessageId>('message_id'),
    points: integer('points').notNull().default(0),
    input: jsonb('input').$type<AutomationInput>().notNull(),
    output: jsonb('output').$type<AutomationOutput>(),
    at: at('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // Idempotent: a step is tried once per session over all nodes.
    uniqueIndex('automation_log_step')
      .on(t.entId, t.customerId, t.sessionId, t.step)
      .where(sql`type = 'followUp'`),
    uniqueIndex('automation_log_message')
      .on(t.entId, t.messageId)
      .where(sql`message_id is not null`),
    index('automation_log_type').on(t.entId, t.type, t.at),
    index('automation_log_at').on(t.at),
    index('automation_log_flow_blocked')
      .on(t.entId, t.at)
      .where(sql`type = 'flow' and result = 'blocked'`),
    foreignKey({
      name: 'automation_log_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    check('automation_log_type_known', sql`${t.type} in (${oneOf(AUTOMATION_TYPES)})`),
    check('automation_log_result', sql`${t.result} in (${oneOf(AUTOMATION_RESULTS)})`),
  ],
)
