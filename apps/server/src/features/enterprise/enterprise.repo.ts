import type { EntId } from '@ruwu/contract'
import { CLOSED_NAME, DEFAULT_TIME_ZONE, enterpriseLimits } from '@ruwu/domain'
import { and, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { StartError } from '../../platform/start-error.ts'

export type EnterpriseRow = typeof enterprise.$inferSelect

export async function readTimeZone(db: Queryable, entId: EntId): Promise<string> {
  const [row] = await db.select({ timeZone: enterprise.timezone }).from(enterprise).where(eq(enterprise.id, entId))
  return row?.timeZone ?? DEFAULT_TIME_ZONE
}

/** Ids are compared without hyphens. */
const listByNameOrId = (db: Queryable, text: string) =>
  db
    .select({ entId: enterprise.id, name: enterprise.name })
    .from(enterprise)
    .where(or(eq(enterprise.name, text), eq(sql`replace(${enterprise.id}::text, '-', '')`, text.replaceAll('-', ''))))

/** The enterprise that the operator names; refuses an ambiguous name. */
export async function findNamed(db: Queryable, named: string): Promise<{ entId: EntId; name: string }> {
  const rows = await listByNameOrId(db, named)
  const [found, another] = rows
  if (!found) throw new StartError(`没有名称或 ID 为「${named}」的企业`)
  if (another) throw new StartError(`有多个企业名为「${named}」，请用 ID：${rows.map((row) => row.entId).join('、')}`)
  return found
}

export async function getEnterprise(db: Queryable, entId: EntId): Promise<EnterpriseRow> {
  const [row] = await db.select().from(enterprise).where(eq(enterprise.id, entId))
  if (!row) throw new NotFoundError('企业')
  return row
}

/** Optimistic lock: undefined when the version differs. */
export async function updateEnterprise(
  db: Queryable,
  entId: EntId,
  version: number,
  change: Partial<EnterpriseRow>,
): Promise<EnterpriseRow | undefined> {
  const [saved] = await db
    .update(enterprise)
    .set({ ...change, version: sql`${enterprise.version} + 1` })
    .where(and(eq(enterprise.id, entId), eq(enterprise.version, version)))
    .returning()
  return saved
}

/** 暂停所有自动化. */
export async function isAutomationPaused(db: Queryable, entId: EntId): Promise<boolean> {
  const [row] = await db
    .select({ pausedAt: enterprise.automationPausedAt })
    .from(enterprise)
    .where(eq(enterprise.id, entId))
  return row !== undefined && row.pausedAt !== null
}

/** Undefined: it is so already. */
export async function setAutomationPaused(
  db: Queryable,
  entId: EntId,
  pausedAt: Date | null,
): Promise<EnterpriseRow | undefined> {
  const { automationPausedAt } = enterprise
  const [row] = await db
    .update(enterprise)
    .set({ automationPausedAt: pausedAt, version: sql`${enterprise.version} + 1` })
    .where(and(eq(enterprise.id, entId), pausedAt ? isNull(automationPausedAt) : isNotNull(automationPausedAt)))
    .returning()
  return row
}

/** All automation is paused with it. Undefined: it is suspended or closed already. */
export async function suspendEnterprise(db: Queryable, entId: EntId, now: Date): Promise<EnterpriseRow | undefined> {
  const at = sql.param(now, enterprise.suspendedAt)
  const [row] = await db
    .update(enterprise)
    .set({
      suspendedAt: now,
      automationPausedAt: sql`coalesce(${enterprise.automationPausedAt}, ${at})`,
      version: sql`${enterprise.version} + 1`,
    })
    .where(and(eq(enterprise.id, entId), isNull(enterprise.suspendedAt), isNull(enterprise.closedAt)))
    .returning()
  return row
}

/** Automation that the enterprise had paused itself stays so. Undefined: it is not suspended. */
export async function resumeEnterprise(db: Queryable, entId: EntId): Promise<EnterpriseRow | undefined> {
  const [row] = await db
    .update(enterprise)
    .set({
      suspendedAt: null,
      automationPausedAt: sql`nullif(${enterprise.automationPausedAt}, ${enterprise.suspendedAt})`,
      version: sql`${enterprise.version} + 1`,
    })
    .where(and(eq(enterprise.id, entId), isNotNull(enterprise.suspendedAt)))
    .returning()
  return row
}

/** Undefined: it is closing already. */
export async function startClosing(
  db: Queryable,
  entId: EntId,
  to: Pick<EnterpriseRow, 'closesAt' | 'updatedBy' | 'updatedAt'>,
): Promise<EnterpriseRow | undefined> {
  const [row] = await db
    .update(enterprise)
    .set({ ...to, version: sql`${enterprise.version} + 1` })
    .where(and(eq(enterprise.id, entId), isNull(enterprise.closesAt)))
    .returning()
  return row
}

/** Guarded against the job that closes it: one of both changes the row. Undefined: it is not closing, or closed. */
export async function stopClosing(
  db: Queryable,
  entId: EntId,
  to: Pick<EnterpriseRow, 'updatedBy' | 'updatedAt'>,
): Promise<EnterpriseRow | undefined> {
  const [row] = await db
    .update(enterprise)
    .set({ ...to, closesAt: null, version: sql`${enterprise.version} + 1` })
    .where(and(eq(enterprise.id, entId), isNotNull(enterprise.closesAt), isNull(enterprise.closedAt)))
    .returning()
  return row
}

export async function listClosing(db: Queryable, now: Date): Promise<EntId[]> {
  const rows = await db
    .select({ id: enterprise.id })
    .from(enterprise)
    .where(and(lte(enterprise.closesAt, now), isNull(enterprise.erasedAt)))
  return rows.map(({ id }) => id)
}

/** The row stays without what names the enterprise or a person. False: it was closed before, or its closing was undone. */
export async function markClosed(db: Queryable, entId: EntId, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(enterprise)
    .set({ closedAt: now, name: CLOSED_NAME, shortName: '', logo: '', contact: '', phone: '', updatedBy: null })
    .where(and(eq(enterprise.id, entId), lte(enterprise.closesAt, now), isNull(enterprise.closedAt)))
  return rowCount === 1
}

export async function isClosed(db: Queryable, entId: EntId): Promise<boolean> {
  return (await getEnterprise(db, entId)).closedAt !== null
}

export async function markErased(db: Queryable, entId: EntId, now: Date): Promise<void> {
  await db.update(enterprise).set({ erasedAt: now }).where(eq(enterprise.id, entId))
}

/** Whether there is any enterprise besides the given one; closed ones and visitors' demos do not count. */
export async function hasOtherEnterprise(db: Queryable, entId: EntId): Promise<boolean> {
  const rows = await db
    .select({ id: enterprise.id })
    .from(enterprise)
    .where(and(ne(enterprise.id, entId), isNull(enterprise.closedAt), isNull(enterprise.demoEndsAt)))
    .limit(1)
  return rows.length > 0
}

/** Whether the enterprise is a visitor's demo. */
export async function isVisitorDemo(db: Queryable, entId: EntId): Promise<boolean> {
  const rows = await db
    .select({ id: enterprise.id })
    .from(enterprise)
    .where(and(eq(enterprise.id, entId), isNotNull(enterprise.demoEndsAt)))
  return rows.length > 0
}

/** False when it has ended already. */
export async function endDemo(db: Queryable, entId: EntId, now: Date): Promise<boolean> {
  const rows = await db
    .update(enterprise)
    .set({ demoEndsAt: now })
    .where(and(eq(enterprise.id, entId), gt(enterprise.demoEndsAt, now)))
    .returning({ id: enterprise.id })
  return rows.length > 0
}

/** Those that ended by it. */
export async function endAllDemos(db: Queryable, now: Date): Promise<EntId[]> {
  const rows = await db
    .update(enterprise)
    .set({ demoEndsAt: now })
    .where(gt(enterprise.demoEndsAt, now))
    .returning({ id: enterprise.id })
  return rows.map(({ id }) => id)
}

/** False when the id exists already. */
export async function insertEnterprise(db: Queryable, row: typeof enterprise.$inferInsert): Promise<boolean> {
  const rows = await db.insert(enterprise).values(row).onConflictDoNothing().returning({ id: enterprise.id })
  return rows.length > 0
}

/**
 * How many main accounts and agents the enterprise may have. The row stays locked until commit, so that concurrent transactions that count
 * and then add one cannot pass the limit together, nor a certification come between.
 */
export async function lockLimits(db: Queryable, entId: EntId): Promise<ReturnType<typeof enterpriseLimits>> {
  const [row] = await db
    .select({ certifiedAt: enterprise.certifiedAt })
    .from(enterprise)
    .where(eq(enterprise.id, entId))
    .for('no key update')
  if (!row) throw new NotFoundError('企业')
  return enterpriseLimits(row.certifiedAt !== null)
}

/** A new version: an edit that began before is stale, because the name is fixed from now on. */
export async function markCertified(db: Queryable, entId: EntId, now: Date): Promise<void> {
  await db
    .update(enterprise)
    .set({ certifiedAt: now, version: sql`${enterprise.version} + 1` })
    .where(and(eq(enterprise.id, entId), isNull(enterprise.certifiedAt)))
}
