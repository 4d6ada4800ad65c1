import type { AgentId, AssignMode, AssignRule, EntId, PlanId, RelationId } from '@ruwu/contract'
import {
  DEFAULT_ASSIGN_MODE,
  DEFAULT_ASSIGN_RULE,
  isOffHours,
  NOBODY_ONLINE_TEXT,
  PLAN_TEXTS,
  SHIPPED_SCHEDULE,
  SHIPPED_WELCOME,
} from '@ruwu/domain'
import { and, eq, exists, isNull, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { planColumn } from '../db/effective-plan.ts'
import { channelAccount, customer, enterprise, receptionPlan } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { IS_QUEUED } from './queue.repo.ts'

export type PlanRow = typeof receptionPlan.$inferSelect

/** How customers of an account are assigned to agents. */
export type Plan = {
  /** Null: the default plan, which has no row. */
  id: PlanId | null
  mode: AssignMode
  rule: AssignRule
  lastAgentId: AgentId | null
}

/** Enterprises with queued customers whom some plan, or the default one, assigns automatically. */
export async function listAssigning(db: Queryable): Promise<EntId[]> {
  const isOwn = eq(receptionPlan.entId, enterprise.id)
  const plansWith = (condition: SQL) =>
    db
      .select({ one: sql`1` })
      .from(receptionPlan)
      .where(and(isOwn, condition))
  const queued = db
    .select({ one: sql`1` })
    .from(customer)
    .where(and(eq(customer.entId, enterprise.id), IS_QUEUED))
  const rows = await db
    .select({ entId: enterprise.id })
    .from(enterprise)
    .where(
      and(
        exists(queued),
        or(
          exists(plansWith(ne(receptionPlan.assignMode, 'manual'))),
          notExists(plansWith(eq(receptionPlan.isDefault, true))),
        ),
      ),
    )
  return rows.map((row) => row.entId)
}

/** Looks up the plan of an account. */
export async function readPlans(db: Queryable, entId: EntId): Promise<(account: RelationId) => Plan> {
  const rows = await db.select().from(receptionPlan).where(eq(receptionPlan.entId, entId))
  const plans = new Map(rows.map((row) => [row.id, toPlan(row)]))
  const planOf = await readPlanIds(db, entId)
  return (account) => plans.get(planOf.get(account) ?? ('' as PlanId)) ?? SHIPPED
}

/** The plan that applies to each account; accounts of an enterprise without plans are absent. */
export async function readPlanIds(db: Queryable, entId: EntId): Promise<Map<RelationId, PlanId>> {
  const rows = await db
    .select({ id: channelAccount.id, planId: planColumn<string>('id') })
    .from(channelAccount)
    .where(eq(channelAccount.entId, entId))
  return new Map(rows.flatMap(({ id, planId }) => (planId ? [[id, planId.replaceAll('-', '') as PlanId]] : [])))
}

/** The plan that applies to an account; the shipped default where none is stored. */
export async function readAccountPlan(
  db: Queryable,
  entId: EntId,
  relationId: RelationId,
): Promise<Pick<PlanRow, 'schedule' | 'welcome' | 'offText' | 'closing'>> {
  const [row] = await db
    .select()
    .from(receptionPlan)
    .innerJoin(channelAccount, and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
    .where(and(eq(receptionPlan.entId, entId), eq(receptionPlan.id, planColumn('id'))))
  return row?.reception_plan ?? SHIPPED_SETTINGS
}

/** 非人工时段: what a customer for whom a person was asked hears while none attends; undefined: people do. */
export async function readOffText(
  db: Queryable,
  { entId, id }: { entId: EntId; id: RelationId },
  isAnyAgentOnline: boolean,
  now: Date,
): Promise<string | undefined> {
  const { schedule, offText } = await readAccountPlan(db, entId, id)
  return isAnyAgentOnline && !isOffHours(schedule, now) ? undefined : offText
}

const SHIPPED: Plan = { id: null, mode: DEFAULT_ASSIGN_MODE, rule: DEFAULT_ASSIGN_RULE, lastAgentId: null }

const SHIPPED_SETTINGS = {
  schedule: SHIPPED_SCHEDULE,
  welcome: SHIPPED_WELCOME,
  offText: NOBODY_ONLINE_TEXT,
  closing: { enabled: false, text: '' },
}

export const toPlan = ({ id, assignMode, assign, lastAgentId }: PlanRow): Plan => ({
  id,
  mode: assignMode,
  rule: assign,
  lastAgentId,
})

const isPlan = (entId: EntId, id: PlanId) => and(eq(receptionPlan.entId, entId), eq(receptionPlan.id, id))

/** The stored default plan; the shipped one is stored where there is none. */
export async function storeDefaultPlan(db: Queryable, entId: EntId, now: Date): Promise<PlanId> {
  const isDefault = and(eq(receptionPlan.entId, entId), eq(receptionPlan.isDefault, true))
  const find = async () => (await db.select({ id: receptionPlan.id }).from(receptionPlan).where(isDefault))[0]?.id
  const stored = await find()
  if (stored) return stored
  const [own] = await db.select({ timezone: enterprise.timezone }).from(enterprise).where(eq(enterprise.id, entId))
  const shipped = {
    entId,
    id: newId<PlanId>(now),
    name: PLAN_TEXTS.defaultName,
    isDefault: true,
    assignMode: DEFAULT_ASSIGN_MODE,
    assign: DEFAULT_ASSIGN_RULE,
    schedule: { ...SHIPPED_SCHEDULE, ...own },
    updatedAt: now,
  }
  await db.insert(receptionPlan).values(shipped).onConflictDoNothing()
  return (await find()) ?? shipped.id
}

/** Moves the pointer of 轮流. */
export async function noteAssigned(db: Queryable, entId: EntId, id: PlanId, agentId: AgentId): Promise<void> {
  await db.update(receptionPlan).set({ lastAgentId: agentId }).where(isPlan(entId, id))
}

/** True: there was no notification since `since`, and it is now recorded. One node wins (conditional update). */
export async function noteFull(db: Queryable, entId: EntId, id: PlanId, since: Date, now: Date): Promise<boolean> {
  const rows = await db
    .update(receptionPlan)
    .set({ fullToldAt: now })
    .where(and(isPlan(entId, id), or(isNull(receptionPlan.fullToldAt), lte(receptionPlan.fullToldAt, since))))
    .returning({ id: receptionPlan.id })
  return rows.length === 1
}
