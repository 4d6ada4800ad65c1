import type { EntId, PointLotId } from '@ruwu/contract'
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointLot } from '../../db/schema/index.ts'

export type LotRow = typeof pointLot.$inferSelect

/** Lots with points left, the soonest expiry first. */
export const listLots = (db: Queryable, entId: EntId): Promise<LotRow[]> =>
  db
    .select()
    .from(pointLot)
    .where(and(eq(pointLot.entId, entId), gt(pointLot.remain, 0)))
    .orderBy(asc(pointLot.expireAt), asc(pointLot.id))

export async function insertLot(db: Queryable, row: typeof pointLot.$inferInsert): Promise<void> {
  await db.insert(pointLot).values(row)
}

/** Adds points to a lot, or takes them with a negative number. */
export async function changeLot(db: Queryable, entId: EntId, id: PointLotId, by: number): Promise<void> {
  await db
    .update(pointLot)
    .set({ remain: sql`${pointLot.remain} + ${by}` })
    .where(and(eq(pointLot.entId, entId), eq(pointLot.id, id)))
}

/** Undefined when the lot was spent meanwhile or another node expired it first. */
export async function findExpiredLot(
  db: Queryable,
  entId: EntId,
  id: PointLotId,
  now: Date,
): Promise<LotRow | undefined> {
  const [lot] = await db
    .select()
    .from(pointLot)
    .where(and(eq(pointLot.entId, entId), eq(pointLot.id, id), gt(pointLot.remain, 0), lte(pointLot.expireAt, now)))
  return lot
}

/** Lots that expired before the last 00:05 in the enterprise's time zone. */
export async function listExpiredLots(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<{ entId: EntId; id: PointLotId }[]> {
  const { rows } = await db.execute<{ entId: EntId; id: PointLotId }>(sql`
    select replace(l.ent_id::text, '-', '') as "entId", replace(l.id::text, '-', '') as id
    from point_lot l join enterprise e on e.id = l.ent_id
    where l.remain > 0 and l.expire_at <= ${now} and l.expire_at <= (
      date_trunc('day', (${now}::timestamptz at time zone e.timezone) - interval '5 minutes') + interval '5 minutes'
    ) at time zone e.timezone
    order by l.expire_at limit ${limit}`)
  return rows
}

/** Of a refunded order: returns its lots as they were before. */
export async function voidLots(db: Queryable, entId: EntId, orderNo: string): Promise<LotRow[]> {
  const isOfOrder = and(eq(pointLot.entId, entId), eq(pointLot.orderNo, orderNo))
  const lots = await db.select().from(pointLot).where(isOfOrder)
  await db.update(pointLot).set({ remain: 0, voided: true }).where(isOfOrder)
  return lots
}

export async function findVoided(db: Queryable, entId: EntId, ids: PointLotId[]): Promise<Set<PointLotId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: pointLot.id })
    .from(pointLot)
    .where(and(eq(pointLot.entId, entId), inArray(pointLot.id, ids), eq(pointLot.voided, true)))
  return new Set(rows.map(({ id }) => id))
}
