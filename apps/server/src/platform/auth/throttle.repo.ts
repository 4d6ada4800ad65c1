import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { throttle } from '../../db/schema/index.ts'
import { TooOftenError } from '../http/errors.ts'

export type Limit = { most: number; windowMs: number }

/**
 * Counts an attempt of `key` (or an amount, `by`) and returns the number in its window, this one included. Counting before the attempt is
 * checked also limits concurrent attempts; a successful one is taken back.
 */
export async function countTry(
  db: Queryable,
  key: string,
  limit: Limit,
  now: Date,
  by = 1,
): Promise<{ count: number; endsAt: Date }> {
  const endsAt = new Date(now.getTime() + limit.windowMs)
  const over = sql`${throttle.windowEndsAt} <= ${now.toISOString()}`
  const [row] = await db
    .insert(throttle)
    .values({ key, count: by, windowStartedAt: now, windowEndsAt: endsAt })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        count: sql`case when ${over} then ${by}::int else ${throttle.count} + ${by}::int end`,
        windowStartedAt: sql`case when ${over} then ${now.toISOString()} else ${throttle.windowStartedAt} end`,
        windowEndsAt: sql`case when ${over} then ${endsAt.toISOString()} else ${throttle.windowEndsAt} end`,
      },
    })
    .returning({ count: throttle.count, endsAt: throttle.windowEndsAt })
  if (!row) throw new Error('try was not counted')
  return row
}

/** Counts an attempt against several limits in turn. One that is refused by any of them counts against none. */
export async function countAgainst(
  db: Queryable,
  limits: readonly (readonly [key: string, limit: Limit])[],
  now: Date,
): Promise<void> {
  for (const [no, [key, limit]] of limits.entries()) {
    const { count, endsAt } = await countTry(db, key, limit, now)
    if (count <= limit.most) continue
    for (const [counted] of limits.slice(0, no + 1)) await undoTry(db, counted)
    throw new TooOftenError(Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
  }
}

/** A counter at 0 leaves no row. */
export async function undoTry(db: Queryable, key: string, by = 1): Promise<void> {
  const [row] = await db
    .update(throttle)
    .set({ count: sql`greatest(${throttle.count} - ${by}::int, 0)` })
    .where(eq(throttle.key, key))
    .returning({ count: throttle.count })
  // Counted again in between, it is no longer 0.
  if (row?.count === 0) await db.delete(throttle).where(and(eq(throttle.key, key), eq(throttle.count, 0)))
}

export async function resetTries(db: Queryable, key: string): Promise<void> {
  await db.delete(throttle).where(eq(throttle.key, key))
}

export async function countTries(db: Queryable, key: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: throttle.count })
    .from(throttle)
    .where(and(eq(throttle.key, key), gt(throttle.windowEndsAt, now)))
  return row?.count ?? 0
}

export async function deleteOldTries(db: Queryable, now: Date): Promise<void> {
  await db.delete(throttle).where(lt(throttle.windowEndsAt, now))
}
