import type { AgentId, EntId, PlanId, RelationId } from '@ruwu/contract'
import { type AssignMode, type AssignRule, DEFAULT_ASSIGN_MODE, DEFAULT_ASSIGN_RULE } from '@ruwu/domain'
import { and, eq, isNull, lte, ne, or } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { receptionPlan, receptionPlanAccount } from '../db/schema/index.ts'

/** How customers of an account are assigned to agents. */
export type Plan = {
  /** Null: the default plan, which has no row. */
  id: PlanId | null
  mode: AssignMode
  rule: AssignRule
  lastAgentId: AgentId | null
}

/** Enterprises with a plan that assigns customers automatically. */
export async function listAssigning(db: Queryable): Promise<EntId[]> {
  const rows = await db
    .select({ entId: receptionPlan.entId })
    .from(receptionPlan)
    .where(ne(receptionPlan.assignMode, 'manual'))
    .groupBy(receptionPlan.entId)
  return rows.map((row) => row.entId)
}

/** Looks up the plan of an account. */
export async function readPlans(db: Queryable, entId: EntId): Promise<(account: RelationId) => Plan> {
  const rows = await db.select().from(receptionPlan).where(eq(receptionPlan.entId, entId))
  const accounts = await db.select().from(receptionPlanAccount).where(eq(receptionPlanAccount.entId, entId))
  const plans = new Map(rows.map((row) => [row.id, toPlan(row)]))
  const planOf = new Map(accounts.map((row) => [row.relationId, row.planId]))
  const own = rows.find((row) => row.isDefault)
  const fallback = (own && plans.get(own.id)) ?? SHIPPED
  return (account) => plans.get(planOf.get(account) ?? ('' as PlanId)) ?? fallback
}

const SHIPPED: Plan = { id: null, mode: DEFAULT_ASSIGN_MODE, rule: DEFAULT_ASSIGN_RULE, lastAgentId: null }

const toPlan = ({ id, assignMode, assign, lastAgentId }: typeof receptionPlan.$inferSelect): Plan => ({
  id,
  mode: assignMode,
  rule: assign,
  lastAgentId,
})

const isPlan = (entId: EntId, id: PlanId) => and(eq(receptionPlan.entId, entId), eq(receptionPlan.id, id))

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
