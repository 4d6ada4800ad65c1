import type { AgentId, EntId, PlanId, RelationId } from '@ruwu/contract'
import { and, asc, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import { lockKeyOf, PLAN_LOCK } from '../db/advisory-lock.ts'
import type { Queryable } from '../db/database.ts'
import { agent, channelAccount, receptionPlan, receptionPlanAccount, session } from '../db/schema/index.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { PlanRow } from './plan.repo.ts'

type PlanKey = { entId: EntId; id: PlanId }
type NewPlan = typeof receptionPlan.$inferInsert

const isPlan = ({ entId, id }: PlanKey) => and(eq(receptionPlan.entId, entId), eq(receptionPlan.id, id))
const isMember = (entId: EntId, ids: readonly RelationId[]) =>
  and(eq(receptionPlanAccount.entId, entId), inArray(receptionPlanAccount.relationId, [...ids]))

/** Serialises changes of an enterprise's plans: limits, names and accounts are checked against what is stored. */
export async function lockPlans(db: Queryable, entId: EntId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${PLAN_LOCK}, ${lockKeyOf(entId)})`)
}

export type ListedPlan = { plan: PlanRow; editor: string | null }

/** The default plan last. */
export const listPlans = (db: Queryable, entId: EntId, id?: PlanId): Promise<ListedPlan[]> =>
  db
    .select({ plan: receptionPlan, editor: agent.name })
    .from(receptionPlan)
    .leftJoin(agent, and(eq(agent.entId, receptionPlan.entId), eq(agent.id, receptionPlan.updatedBy)))
    .where(and(eq(receptionPlan.entId, entId), id && eq(receptionPlan.id, id)))
    .orderBy(asc(receptionPlan.isDefault), desc(receptionPlan.id))

export async function getPlan(db: Queryable, { entId, id }: PlanKey): Promise<ListedPlan> {
  const [found] = await listPlans(db, entId, id)
  if (!found) throw new NotFoundError('接待方案')
  return found
}

/** Bound accounts that were put into each plan. */
export async function listMembers(db: Queryable, entId: EntId): Promise<Map<PlanId, RelationId[]>> {
  const rows = await db
    .select({ planId: receptionPlanAccount.planId, id: receptionPlanAccount.relationId })
    .from(receptionPlanAccount)
    .innerJoin(
      channelAccount,
      and(
        eq(channelAccount.entId, receptionPlanAccount.entId),
        eq(channelAccount.id, receptionPlanAccount.relationId),
        ne(channelAccount.openStatus, 'unbound'),
      ),
    )
    .where(eq(receptionPlanAccount.entId, entId))
    .orderBy(asc(receptionPlanAccount.relationId))
  const members = new Map<PlanId, RelationId[]>()
  for (const { planId, id } of rows) members.set(planId, [...(members.get(planId) ?? []), id])
  return members
}

/** Sessions per account that began since. */
export async function countSessions(db: Queryable, entId: EntId, since: Date): Promise<Map<RelationId, number>> {
  const rows = await db
    .select({ id: session.relationId, count: sql<number>`count(*)::int` })
    .from(session)
    .where(and(eq(session.entId, entId), gte(session.startAt, since)))
    .groupBy(session.relationId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export async function insertPlan(db: Queryable, row: NewPlan): Promise<void> {
  await db.insert(receptionPlan).values(row)
}

/** Optimistic lock: false when the version differs. */
export async function changePlan(
  db: Queryable,
  key: PlanKey,
  change: Partial<NewPlan>,
  version: number,
): Promise<boolean> {
  const rows = await db
    .update(receptionPlan)
    .set({ ...change, version: sql`${receptionPlan.version} + 1` })
    .where(and(isPlan(key), eq(receptionPlan.version, version)))
    .returning({ id: receptionPlan.id })
  return rows.length === 1
}

/** Its accounts fall to the default plan. */
export async function deletePlan(db: Queryable, key: PlanKey): Promise<void> {
  await db
    .delete(receptionPlanAccount)
    .where(and(eq(receptionPlanAccount.entId, key.entId), eq(receptionPlanAccount.planId, key.id)))
  await db.delete(receptionPlan).where(isPlan(key))
}

/**
 * Puts accounts into a plan (one plan each: primary key), or with null out of theirs. An account's setting and both plans show it, so each
 * of them gets a new version: a form that was opened before is stale. Under `lockPlans`; lock order: plans, accounts by id.
 */
export async function placeAccounts(
  db: Queryable,
  entId: EntId,
  planId: PlanId | null,
  ids: readonly RelationId[],
  edit: { updatedBy: AgentId; updatedAt: Date },
): Promise<void> {
  const before = new Map((await readPlacing(db, entId, ids)).map((each) => [each.id, each.planId]))
  const moved = ids.filter((id) => (before.get(id) ?? null) !== planId)
  if (moved.length === 0) return
  if (planId === null) await db.delete(receptionPlanAccount).where(isMember(entId, moved))
  else
    await db
      .insert(receptionPlanAccount)
      .values(moved.map((relationId) => ({ entId, relationId, planId })))
      .onConflictDoUpdate({ target: [receptionPlanAccount.entId, receptionPlanAccount.relationId], set: { planId } })

  const plans = [...before.values(), planId].filter((id) => id !== null)
  await db
    .update(receptionPlan)
    .set({ ...edit, version: sql`${receptionPlan.version} + 1` })
    .where(and(eq(receptionPlan.entId, entId), inArray(receptionPlan.id, plans)))
  const isMoved = and(eq(channelAccount.entId, entId), inArray(channelAccount.id, moved))
  await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(isMoved)
    .orderBy(asc(channelAccount.id))
    .for('no key update')
  await db
    .update(channelAccount)
    .set({ ...edit, version: sql`${channelAccount.version} + 1` })
    .where(isMoved)
}

/** Plan and name per account that was put into one. */
export async function readPlacing(
  db: Queryable,
  entId: EntId,
  ids: readonly RelationId[],
): Promise<{ id: RelationId; account: string; planId: PlanId; plan: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({
      id: receptionPlanAccount.relationId,
      account: channelAccount.name,
      planId: receptionPlan.id,
      plan: receptionPlan.name,
    })
    .from(receptionPlanAccount)
    .innerJoin(
      receptionPlan,
      and(eq(receptionPlan.entId, receptionPlanAccount.entId), eq(receptionPlan.id, receptionPlanAccount.planId)),
    )
    .innerJoin(
      channelAccount,
      and(eq(channelAccount.entId, receptionPlanAccount.entId), eq(channelAccount.id, receptionPlanAccount.relationId)),
    )
    .where(isMember(entId, ids))
}
