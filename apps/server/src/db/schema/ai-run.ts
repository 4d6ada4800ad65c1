import {
  type AgentId,
  AI_GENERATORS,
  AI_RUN_STATES,
  type AiDecision,
  type AiRunId,
  type CheckFinding,
  type CustomerId,
  type EntId,
  type KnowledgeId,
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

/** What the AI asked the customer to choose from, and the customer's question that the chosen piece answers. */
export type AiOffer = { question: string; choices: { knowledgeId: KnowledgeId; no: number; label: string }[] }

/** Per-customer state of the AI; the counters are per session. */
export type AiMemory = {
  asked: Record<string, number>
  collected: Record<string, string>
  /** Consecutive turns without a knowledge hit. */
  misses: number
  answers: number
  isGoalReached: boolean
  /** While the AI's last answer asks for a choice. */
  offer: AiOffer | null
}

/**
 * Queue of customers that the AI has to answer. Written in the transaction that stores the message, so a crash loses
 * none.
 */
export const aiWaiting = pgTable(
  'ai_waiting',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    /** Time of the first unanswered message. */
    firstAt: at('first_at').notNull(),
    dueAt: at('due_at').notNull(),
    /** Incremented by every further message: an answer that was begun for an older round is dropped. */
    round: integer('round').notNull().default(1),
    /** Lease: until then no other node prepares the answer. */
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

/** State of the AI about a customer, kept between answers. */
export const aiMemory = pgTable(
  'ai_memory',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    customerId: idOf<CustomerId>('customer_id').notNull(),
    sessionId: idOf<SessionId>('session_id'),
    /** Sequence number at the last handoff; messages up to it belong to an earlier conversation. */
    boundarySeq: seq('boundary_seq').notNull().default(0),
    /** Times each field was asked for in this session. */
    asked: jsonb('asked').$type<Record<string, number>>().notNull().default({}),
    /** Collected values that have no field of their own. */
    collected: jsonb('collected').$type<Record<string, string>>().notNull().default({}),
    /** Consecutive turns without a hit, answers in this session, consecutive send failures. */
    misses: integer('misses').notNull().default(0),
    answers: integer('answers').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    isGoalReached: boolean('is_goal_reached').notNull().default(false),
    offer: jsonb('offer').$type<AiOffer>(),
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

/** Record of one AI run: how the answer was made, or why none was sent. */
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
    // Idempotent: a customer message has at most one answer or handoff per reception epoch.
    uniqueIndex('ai_run_answer')
      .on(t.entId, t.customerId, t.answeredSeq, t.epoch)
      .where(sql`state in ('sent', 'handoff')`),
    index('ai_run_customer').on(t.entId, t.customerId, t.startedAt),
    index('ai_run_account').on(t.entId, t.relationId, t.startedAt),
    index('ai_run_started').on(t.entId, t.startedAt),
    foreignKey({
      name: 'ai_run_customer_fk',
      columns: [t.entId, t.customerId],
      foreignColumns: [customer.entId, customer.id],
    }),
    check('ai_run_state', sql`${t.state} in (${oneOf(AI_RUN_STATES)})`),
    check('ai_run_generator', sql`${t.generator} in (${oneOf(AI_GENERATORS)})`),
  ],
)

/** Messages sent by a run, in order, with their last rating; a trigger copies it from `message_feedback`, whose words may be deleted. */
export const aiRunMessage = pgTable(
  'ai_run_message',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    messageId: idOf<MessageId>('message_id').notNull(),
    runId: idOf<AiRunId>('run_id').notNull(),
    index: integer('index').notNull(),
    rating: text('rating', { enum: ['good', 'bad'] }),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.messageId] }),
    check('ai_run_message_rating', sql`${t.rating} in ('good', 'bad')`),
    uniqueIndex('ai_run_message_index').on(t.entId, t.runId, t.index),
    foreignKey({ name: 'ai_run_message_fk', columns: [t.entId, t.runId], foreignColumns: [aiRun.entId, aiRun.id] }),
  ],
)

/** Reason of a handoff by a workflow; every other one is the AI's own. */
export const BY_FLOW = 'flow'

/** A handoff of a customer; the key allows one per reception epoch, so its effects happen once. */
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
    /** Due time of the hint to agents; set to null by the node that claims the hint. */
    hintAt: at('hint_at'),
    /** When a further request for a person was answered last. */
    requestAnsweredAt: at('request_answered_at'),
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

/** A trial conversation of an agent with the AI. */
export const aiPreview = pgTable(
  'ai_preview',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<PreviewId>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    agentId: idOf<AgentId>('agent_id').notNull(),
    turns: jsonb('turns').$type<PreviewTurn[]>().notNull().default([]),
    /** State of the AI between answers; null at the start of the conversation. */
    memory: jsonb('memory').$type<AiMemory>(),
    /** Lease of the answer in progress: until then another question is refused. */
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

/** Trial answers per enterprise and day, for the daily limit. */
export const aiPreviewDay = pgTable(
  'ai_preview_day',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    answers: integer('answers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entId, t.day] })],
)
