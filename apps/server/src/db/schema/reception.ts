import { type AgentId, type EntId, type PlanId, type RelationId, type TagId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { channelAccount } from './channel.ts'
import { at, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

/** 手动领取, 轮流, 空闲优先, 熟客优先, 指定客服, 按标签. */
export const ASSIGN_MODES = ['manual', 'rotate', 'idle', 'familiar', 'listed', 'tag'] as const

export type AssignRule = {
  agentIds: AgentId[]
  tagRows: { tagId: TagId; agentIds: AgentId[] }[]
  familiarDays: number
  waitWarnSec: number
  /** 0: never. */
  returnSec: number
  queueText: string
}

/** How customers of some accounts are received. An enterprise without a row uses the default plan. */
export const receptionPlan = pgTable(
  'reception_plan',
  {
    entId: idOf<EntId>('ent_id')
      .notNull()
      .references(() => enterprise.id),
    id: idOf<PlanId>('id').notNull(),
    name: text('name').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    assignMode: text('assign_mode', { enum: ASSIGN_MODES }).notNull().default('idle'),
    assign: jsonb('assign').$type<AssignRule>().notNull(),
    /** Agent of the last assignment: 轮流 continues after it. */
    lastAgentId: idOf<AgentId>('last_agent_id'),
    /** When the supervisors were last notified that no agent is free. */
    fullToldAt: at('full_told_at'),
    version: integer('version').notNull().default(1),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('reception_plan_default')
      .on(t.entId)
      .where(sql`is_default`),
    check('reception_plan_mode', sql`${t.assignMode} in (${oneOf(ASSIGN_MODES)})`),
  ],
)

/** Plan of an account; without a row the default plan applies. */
export const receptionPlanAccount = pgTable(
  'reception_plan_account',
  {
    entId: idOf<EntId>('ent_id').notNull(),
    relationId: idOf<RelationId>('relation_id').notNull(),
    planId: idOf<PlanId>('plan_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.relationId] }),
    foreignKey({
      name: 'reception_plan_account_fk',
      columns: [t.entId, t.relationId],
      foreignColumns: [channelAccount.entId, channelAccount.id],
    }),
    foreignKey({
      name: 'reception_plan_account_plan_fk',
      columns: [t.entId, t.planId],
      foreignColumns: [receptionPlan.entId, receptionPlan.id],
    }),
  ],
)
