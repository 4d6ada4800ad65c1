import type { EntId } from '@ruwu/contract'
import { and, asc, count, eq, getTableColumns, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointCoupon, pointOrder } from '../../db/schema/index.ts'

export type CouponRow = typeof pointCoupon.$inferSelect

/** False when there is one with this code. One that was ended before any order named it is replaced: it was mistyped. */
export async function insertCoupon(db: Queryable, row: typeof pointCoupon.$inferInsert): Promise<boolean> {
  const isUnused = sql`not exists (select from point_order o where o.coupon_code = ${row.code})`
  const setWhere = and(isNotNull(pointCoupon.endedAt), isUnused)
  const { rowCount } = await db
    .insert(pointCoupon)
    .values(row)
    .onConflictDoUpdate({ target: pointCoupon.code, set: row, setWhere })
  return rowCount === 1
}

export async function findCoupon(db: Queryable, code: string): Promise<CouponRow | undefined> {
  const [row] = await db.select().from(pointCoupon).where(eq(pointCoupon.code, code))
  return row
}

/**
 * Orders with a coupon of limited uses are made one after the other, of whichever enterprise: each counts those before. Other coupons are
 * counted by enterprise alone, whose orders the caller makes one after the other.
 */
export async function holdCoupon(db: Queryable, code: string): Promise<CouponRow | undefined> {
  const found = await findCoupon(db, code)
  if (!found || found.usesMax === null) return found
  const [row] = await db.select().from(pointCoupon).where(eq(pointCoupon.code, code)).for('no key update')
  return row
}

const counted = (value: SQL) => value.mapWith(Number)

/**
 * A cancelled order gives its use back when its codes are closed or over: paid by an open one it would be credited at its lower price.
 * 支付宝 closes no code that was never scanned, and a call to 微信支付 may fail.
 */
const isUsing = or(ne(pointOrder.status, 'cancelled'), sql`${pointOrder.openCodes} <> '{}'`)

/** Orders that use the coupon, besides `orderNo`: of all enterprises, if there is a limit to them, and of this one. */
export async function countUses(
  db: Queryable,
  { code, usesMax }: CouponRow,
  { entId, orderNo = '' }: { entId: EntId; orderNo?: string },
): Promise<{ used: number; usedHere: number }> {
  const isUse = and(eq(pointOrder.couponCode, code), ne(pointOrder.orderNo, orderNo), isUsing)
  const countOf = async (where: SQL | undefined) =>
    (await db.select({ orders: count() }).from(pointOrder).where(where))[0]?.orders ?? 0
  return {
    used: usesMax === null ? 0 : await countOf(isUse),
    usedHere: await countOf(and(eq(pointOrder.entId, entId), isUse)),
  }
}

/** The oldest first, with their uses and what they took off. */
export const listCoupons = (db: Queryable) =>
  db
    .select({
      ...getTableColumns(pointCoupon),
      used: counted(sql`count(${pointOrder.orderNo})`),
      discounts: counted(sql`coalesce(sum(${pointOrder.discount}), 0)`),
    })
    .from(pointCoupon)
    .leftJoin(pointOrder, and(eq(pointOrder.couponCode, pointCoupon.code), isUsing))
    .groupBy(pointCoupon.code)
    .orderBy(asc(pointCoupon.createdAt), asc(pointCoupon.code))

/** False when there is no such coupon, or it was ended before. */
export async function endCoupon(db: Queryable, code: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(pointCoupon)
    .set({ endedAt: now })
    .where(and(eq(pointCoupon.code, code), isNull(pointCoupon.endedAt)))
  return rowCount === 1
}
