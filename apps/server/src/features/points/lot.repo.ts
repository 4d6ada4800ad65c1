import type { EntId, PointLotId } from '@ruwu/contract'
import { and, asc, type Column, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { preparedFor } from '../../db/prepared.ts'
import { pointLot } from '../../db/schema/index.ts'

export type LotRow = typeof pointLot.$inferSelect

const selectLeft = preparedFor((db) =>
  db
    .select()
    .from(pointLot)
    // As the index says it.
    .where(and(eq(pointLot.entId, sql.placeholder('entId')), sql`${pointLot.remain} > 0`))
    .orderBy(asc(pointLot.expireAt), asc(pointLot.id))
    .prepare('lots-left'),
)

/** Lots with points left, the soonest expiry first. */
export const listLots = (db: Queryable, entId: EntId): Promise<LotRow[]> => selectLeft(db).execute({ entId })

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

const sumOf = (column: Column) => sql`coalesce(sum(${column}), 0)`.mapWith(Number)

/** Points that an order brought, what is left of them, and what has expired: the others were used. */
export async function readOrderPoints(
  db: Queryable,
  { entId, orderNo }: { entId: EntId; orderNo: string },
): Promise<{ given: number; left: number; expired: number }> {
  const expired = sql`(select coalesce(-sum(l.delta), 0) from point_ledger l
    where l.ent_id = ${entId} and l.type = 'expire' and l.order_no = ${orderNo})`.mapWith(Number)
  const [row] = await db
    .select({ given: sumOf(pointLot.points), left: sumOf(pointLot.remain), expired })
    .from(pointLot)
    .where(and(eq(pointLot.entId, entId), eq(pointLot.orderNo, orderNo)))
  return row ?? { given: 0, left: 0, expired: 0 }
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
