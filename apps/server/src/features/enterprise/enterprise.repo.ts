import type { EntId } from '@ruwu/contract'
import { DEFAULT_TIME_ZONE, enterpriseLimits } from '@ruwu/domain'
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type EnterpriseRow = typeof enterprise.$inferSelect

export async function readTimeZone(db: Queryable, entId: EntId): Promise<string> {
  const [row] = await db.select({ timeZone: enterprise.timezone }).from(enterprise).where(eq(enterprise.id, entId))
  return row?.timeZone ?? DEFAULT_TIME_ZONE
}

/** Ids are compared without hyphens. */
export const listByNameOrId = (db: Queryable, text: string) =>
  db
    .select({ entId: enterprise.id, name: enterprise.name })
    .from(enterprise)
    .where(or(eq(enterprise.name, text), eq(sql`replace(${enterprise.id}::text, '-', '')`, text.replaceAll('-', ''))))

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

/** Whether there is any enterprise besides the given one. */
export async function hasOtherEnterprise(db: Queryable, entId: EntId): Promise<boolean> {
  const rows = await db.select({ id: enterprise.id }).from(enterprise).where(ne(enterprise.id, entId)).limit(1)
  return rows.length > 0
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
