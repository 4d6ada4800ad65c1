import type { AgentId, EntId, PlanId, RelationId } from '@ruwu/contract'
import { type AssignMode, type AssignRule, DEFAULT_ASSIGN_MODE, DEFAULT_ASSIGN_RULE } from '@ruwu/domain'
import { and, eq, exists, isNull, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customer, enterprise, receptionPlan, receptionPlanAccount } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { IS_QUEUED } from './queue.repo.ts'

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

/** The stored default plan; the shipped one is stored where there is none. */
export async function storeDefaultPlan(db: Queryable, entId: EntId, now: Date): Promise<PlanId> {
  const shipped = {
    entId,
    id: newId<PlanId>(now),
    name: '默认方案',
    isDefault: true,
    assignMode: DEFAULT_ASSIGN_MODE,
    assign: DEFAULT_ASSIGN_RULE,
    updatedAt: now,
  }
  await db.insert(receptionPlan).values(shipped).onConflictDoNothing()
  const [row] = await db
    .select({ id: receptionPlan.id })
    .from(receptionPlan)
    .where(and(eq(receptionPlan.entId, entId), eq(receptionPlan.isDefault, true)))
  return row?.id ?? shipped.id
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
