import type { AgentId, EntId } from '@ruwu/contract'
import { and, count, eq, gt, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { DEMO_LOCK } from '../../../db/advisory-lock.ts'
import type { Queryable } from '../../../db/database.ts'
import { authSession, enterprise } from '../../../db/schema/index.ts'

/** Until commit: concurrent starts that count and then add one cannot pass the limit together. */
export async function lockDemos(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK}, 0)`)
}

/** Those that ended and are not yet deleted count too: they still take room. */
export async function countDemos(db: Queryable, except?: EntId): Promise<number> {
  const isOther = except === undefined ? undefined : ne(enterprise.id, except)
  const [row] = await db
    .select({ count: count() })
    .from(enterprise)
    .where(and(isNotNull(enterprise.demoEndsAt), isOther))
  return row?.count ?? 0
}

/** With the visitor's sign-in, oldest first. */
export async function listLivingDemos(
  db: Queryable,
  now: Date,
): Promise<{ entId: EntId; agentId: AgentId; ip: string }[]> {
  return db
    .select({ entId: enterprise.id, agentId: authSession.agentId, ip: authSession.ip })
    .from(enterprise)
    .innerJoin(authSession, eq(authSession.entId, enterprise.id))
    .where(gt(enterprise.demoEndsAt, now))
    .orderBy(enterprise.demoEndsAt, enterprise.id)
}

export async function isLivingDemo(db: Queryable, entId: EntId, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: enterprise.id })
    .from(enterprise)
    .where(and(eq(enterprise.id, entId), gt(enterprise.demoEndsAt, now)))
  return rows.length > 0
}

/** Those of the enterprises that exist. */
export async function findExisting(db: Queryable, ids: EntId[]): Promise<Set<EntId>> {
  const rows = await db.select({ id: enterprise.id }).from(enterprise).where(inArray(enterprise.id, ids))
  return new Set(rows.map(({ id }) => id))
}

export async function listEndedDemos(db: Queryable, now: Date): Promise<EntId[]> {
  const rows = await db.select({ id: enterprise.id }).from(enterprise).where(lte(enterprise.demoEndsAt, now))
  return rows.map(({ id }) => id)
}
