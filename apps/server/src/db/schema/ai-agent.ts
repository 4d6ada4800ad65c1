import { type AgentId, AI_RETURNS, type AiDraft, type AiTestId, type EntId, type RelationId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { channelAccount } from './channel.ts'
import { at, idOf, oneOf } from './columns.ts'

/** The AI of an account; without a published version it receives no customers. */
export const aiAgent = pgTable(
  'ai_agent',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    /** Null: the default draft. */
    draft: jsonb('draft').$type<AiDraft>(),
    version: integer('version').notNull().default(1),
    publishedVersion: integer('published_version'),
    /** Copied from the published version. */
    returnAfter: text('return_after', { enum: AI_RETURNS }).notNull().default('30'),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.relationId] }),
    foreignKey({
      name: 'ai_agent_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    check('ai_agent_return', sql`${t.returnAfter} in (${oneOf(AI_RETURNS)})`),
  ],
)

/** Published versions; immutable, except that a merged tag becomes its target. */
export const aiAgentVersion = pgTable(
  'ai_agent_version',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    version: integer('version').notNull(),
    config: jsonb('config').$type<AiDraft>().notNull(),
    note: text('note').notNull().default(''),
    agentId: idOf<AgentId>('agent_id'),
    publishedAt: at('published_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.relationId, t.version] }),
    foreignKey({
      name: 'ai_agent_version_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [aiAgent.entId, aiAgent.relationId],
    }),
  ],
)

/** Test questions, to be asked before a version is published. */
export const aiTest = pgTable(
  'ai_test',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    id: idOf<AiTestId>('id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    question: text('question').notNull(),
    points: text('points').array().notNull(),
    lastPass: boolean('last_pass'),
    lastAnswer: text('last_answer').notNull().default(''),
    missing: text('missing').array().notNull().default([]),
    lastRunAt: at('last_run_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('ai_test_question').on(t.entId, t.relationId, t.question),
    foreignKey({
      name: 'ai_test_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
  ],
)
