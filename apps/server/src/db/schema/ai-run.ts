import {
  type AgentId,
  AI_GENERATORS,
  AI_RUN_STATES,
  type AiDecision,
  type AiRunId,
  type CheckFinding,
  type CustomerId,
  type EntId,
  type KnowledgePiece,
  type MessageId,
  type PreviewId,
  type RelationId,
  type SessionId,
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
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { channelAccount } from './channel.ts'
import { at, idOf, oneOf, seq } from './columns.ts'
import { customer } from './customer.ts'

/** What the AI remembers of this customer; counted within the session. */
export type AiMemory = {
  asked: Record<string, number>
  collected: Record<string, string>
  /** Turns in a row that found nothing. */
  misses: number
  answers: number
  isGoalReached: boolean
}

/** Customers whose words the AI is to answer, and when. Written with the words themselves, so a crash forgets nobody. */
export const aiWaiting = pgTable(
  'ai_waiting',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    /** The first of the words that are unanswered. */
    firstAt: at('first_at').notNull(),
    dueAt: at('due_at').notNull(),
    /** Another word raises it: what is being thought about an older one is over. */
    round: integer('round').notNull().default(1),
    /** Which node thinks about it, and until when nobody else does. */
    heldUntil: at('held_until'),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId] }),
    index('ai_waiting_due').on(t.dueAt),
    foreignKey({
      name: 'ai_waiting_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/** What the AI keeps in mind of a customer between answers. */
export const aiMemory = pgTable(
  'ai_memory',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    /** Where people were asked to take over last: what was said up to there belongs to another conversation. */
    boundarySeq: seq('boundary_seq').notNull().default(0),
    /** How often each field was asked for in this session. */
    asked: jsonb('asked').$type<Record<string, number>>().notNull().default({}),
    /** What was collected that has no place of its own. */
    collected: jsonb('collected').$type<Record<string, string>>().notNull().default({}),
    /** Turns in a row without a hit, answers in this session, failures of sending in a row. */
    misses: integer('misses').notNull().default(0),
    answers: integer('answers').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    isGoalReached: boolean('is_goal_reached').notNull().default(false),
    day: date('day', { mode: 'string' }),
    dayAnswers: integer('day_answers').notNull().default(0),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId] }),
    foreignKey({
      name: 'ai_memory_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

/** How an answer came about, or why there was none. */
export const aiRun = pgTable(
  'ai_run',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<AiRunId>('id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    epoch: integer('epoch').notNull(),
    answeredSeq: seq('answered_seq').notNull(),
    state: text('state', { enum: AI_RUN_STATES }).notNull(),
    agentVersion: integer('agent_version').notNull(),
    generator: text('generator', { enum: AI_GENERATORS }).notNull(),
    model: text('model').notNull().default(''),
    question: text('question').notNull(),
    knowledge: jsonb('knowledge').$type<KnowledgePiece[]>().notNull().default([]),
    decision: jsonb('decision').$type<AiDecision>(),
    findings: jsonb('findings').$type<CheckFinding[]>().notNull().default([]),
    detail: text('detail').notNull().default(''),
    isHit: boolean('is_hit').notNull().default(false),
    hasImage: boolean('has_image').notNull().default(false),
    tokensIn: integer('tokens_in').notNull().default(0),
    tokensOut: integer('tokens_out').notNull().default(0),
    points: integer('points').notNull().default(0),
    startedAt: at('started_at').notNull(),
    durationMs: integer('duration_ms').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    // A customer's words are answered once, and handed over once until the AI receives them again.
    uniqueIndex('ai_run_answer')
      .on(t.entId, t.customerId, t.answeredSeq, t.epoch)
      .where(sql`state in ('sent', 'handoff')`),
    index('ai_run_customer').on(t.entId, t.customerId, t.startedAt),
    index('ai_run_account').on(t.entId, t.relationId, t.startedAt),
    foreignKey({
      name: 'ai_run_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    check('ai_run_state', sql`${t.state} in (${oneOf(AI_RUN_STATES)})`),
    check('ai_run_generator', sql`${t.generator} in (${oneOf(AI_GENERATORS)})`),
  ],
)

/** Messages a run said, in their order. */
export const aiRunMessage = pgTable(
  'ai_run_message',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    runId: idOf<AiRunId>('run_id').notNull(),
    index: integer('index').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.messageId] }),
    uniqueIndex('ai_run_message_index').on(t.entId, t.runId, t.index),
    foreignKey({ name: 'ai_run_message_fk', columns: [t.entId, t.runId], foreignColumns: [aiRun.entId, aiRun.id] }),
  ],
)

/** That a customer was handed over in an epoch: what comes of it comes once. */
export const aiHandoff = pgTable(
  'ai_handoff',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    epoch: integer('epoch').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    reason: text('reason').notNull(),
    at: at('at').notNull(),
    /** When agents are told of it; null once they were, or somebody has taken the customer up. */
    hintAt: at('hint_at'),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.customerId, t.epoch] }),
    index('ai_handoff_at').on(t.entId, t.at),
    index('ai_handoff_hint')
      .on(t.hintAt)
      .where(sql`hint_at is not null`),
    foreignKey({
      name: 'ai_handoff_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
  ],
)

export type PreviewTurn = {
  id: string
  at: string
  question: string
  texts: string[]
  knowledge: KnowledgePiece[]
  decision: AiDecision
  rating: 'good' | 'bad' | 'none'
}

/** An agent tries the AI out. */
export const aiPreview = pgTable(
  'ai_preview',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<PreviewId>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    turns: jsonb('turns').$type<PreviewTurn[]>().notNull().default([]),
    /** What the AI keeps in mind between answers; null where the conversation begins. */
    memory: jsonb('memory').$type<AiMemory>(),
    /** Until when nothing else is asked, while an answer is under way. */
    answeringUntil: at('answering_until'),
    lastAt: at('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    index('ai_preview_last').on(t.lastAt),
    foreignKey({
      name: 'ai_preview_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
  ],
)

/** How many answers an enterprise has tried on a day. */
export const aiPreviewDay = pgTable(
  'ai_preview_day',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    answers: integer('answers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.day] })],
)
