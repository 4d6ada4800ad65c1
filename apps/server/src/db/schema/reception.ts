import {
  type AgentId,
  ASSIGN_MODES,
  type AssignRule,
  type EntId,
  type PlanId,
  type PlanWelcome,
  type RelationId,
} from '@ruwu/contract'
import { NOBODY_ONLINE_TEXT, type PlanSchedule, SHIPPED_SCHEDULE, SHIPPED_WELCOME } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { channelAccount } from './channel.ts'
import { at, idOf, oneOf } from './columns.ts'
import { enterprise } from './enterprise.ts'

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
    schedule: jsonb('schedule').$type<PlanSchedule>().notNull().default(SHIPPED_SCHEDULE),
    welcome: jsonb('welcome').$type<PlanWelcome>().notNull().default(SHIPPED_WELCOME),
    /** Sent at 转人工 outside the 人工接待 periods. */
    offText: text('off_text').notNull().default(NOBODY_ONLINE_TEXT),
    /** 结束语, sent when an agent archives. */
    closing: jsonb('closing')
      .$type<{ enabled: boolean; text: string }>()
      .notNull()
      .default({ enabled: false, text: '' }),
    /** A plan that is switched off keeps its accounts, but the default plan applies to them. */
    enabled: boolean('enabled').notNull().default(true),
    /** Agent of the last assignment: 轮流 continues after it. */
    lastAgentId: idOf<AgentId>('last_agent_id'),
    /** When the supervisors were last notified that no agent is free. */
    fullToldAt: at('full_told_at'),
    version: integer('version').notNull().default(1),
    updatedBy: idOf<AgentId>('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entId, t.id] }),
    uniqueIndex('reception_plan_name').on(t.entId, t.name),
    check('reception_plan_default_on', sql`${t.enabled} or not ${t.isDefault}`),
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
