import type { EntId, PointRowId } from '@ruwu/contract'
import { averageDailyConsume, formatDay, zonedTime } from '@ruwu/domain'
import { and, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../db/database.ts'
import { enterprise, pointAccount, pointDay } from '../../db/schema/index.ts'
import { type AccountRow, lockAccount } from './account.repo.ts'
import type { Cause } from './ledger.repo.ts'

const FULL_DAYS = 7

/** 消耗: charges less refunds. */
export const isConsumption = inArray(pointDay.type, ['consume', 'refund'])

/** 日均消耗: consumption of the last 7 full days in the enterprise's time zone, or of the days since registration when fewer. */
export const readDailyAverage = async (db: Queryable, entId: EntId, now: Date): Promise<number> =>
  (await readDailyAverages(db, now, entId)).get(entId) ?? 0

const dayOf = (time: SQL) => sql`(${time} at time zone ${enterprise.timezone})::date`

/** The same of every enterprise, or of one. */
export async function readDailyAverages(db: Queryable, now: Date, entId?: EntId): Promise<Map<EntId, number>> {
  const today = dayOf(sql`${now}::timestamptz`)
  const isRecent = sql`${pointDay.day} >= ${today} - ${FULL_DAYS}::int and ${pointDay.day} < ${today}`
  const rows = await db
    .select({
      entId: enterprise.id,
      points: sql`coalesce(-sum(${pointDay.delta}), 0)`.mapWith(Number),
      age: sql`${today} - ${dayOf(sql`${enterprise.createdAt}`)}`.mapWith(Number),
    })
    .from(enterprise)
    .leftJoin(pointDay, and(eq(pointDay.entId, enterprise.id), isRecent, isConsumption))
    .where(entId && eq(enterprise.id, entId))
    .groupBy(enterprise.id)
  return new Map(rows.map(({ entId: id, points, age }) => [id, averageDailyConsume(points, age)]))
}

type Written = { movements: readonly { delta: number }[]; lastId: PointRowId }

/** Writes the ledger's rows of one cause and adds them to the day, in one statement; `after` is the locked account as they leave it. */
export async function insertWithDay(
  db: Queryable,
  ledger: SQLWrapper,
  after: AccountRow,
  { type, item = null, relationId = null }: Pick<Cause, 'type' | 'item' | 'relationId'>,
  { movements, lastId }: Written,
  now: Date,
): Promise<void> {
  const { entId, dayZone, orderPoints, bonusOrderPoints, bonusHumanPoints } = after
  const delta = movements.reduce((sum, each) => sum + each.delta, 0)
  const day = formatDay(zonedTime(now, dayZone))
  await db.execute(sql`with written as ${ledger}
    insert into point_day as d (ent_id, day, type, item, relation_id, delta, rows, times, last_no, last_id, order_points,
      bonus_order_points, bonus_human_points)
    values (${entId}, ${day}, ${type}, ${item}, ${relationId}, ${delta}, ${movements.length}, 1, (select max(no) from written), ${lastId},
      ${orderPoints}, ${bonusOrderPoints}, ${bonusHumanPoints})
    on conflict (ent_id, day, type, item, relation_id) do update set delta = d.delta + excluded.delta, rows = d.rows + excluded.rows,
      times = d.times + 1, last_no = excluded.last_no, last_id = excluded.last_id, order_points = excluded.order_points,
      bonus_order_points = excluded.bonus_order_points, bonus_human_points = excluded.bonus_human_points`)
}

/** Enterprises that changed their time zone since their days were computed. */
export const listOtherZones = (db: Queryable): Promise<{ entId: EntId; timeZone: string }[]> =>
  db
    .select({ entId: pointAccount.entId, timeZone: enterprise.timezone })
    .from(pointAccount)
    .innerJoin(enterprise, eq(enterprise.id, pointAccount.entId))
    .where(sql`${pointAccount.dayZone} <> ${enterprise.timezone}`)

const lastOf = (column: string, by = 'last_no') => sql.raw(`(array_agg(${column} order by ${by} desc))[1]`)

/** By day, type, item and account, of the movements whose number is in the range. */
const sumByDay = (entId: EntId, timeZone: string, numbers: SQL) => sql`
  select ent_id, (at at time zone ${timeZone})::date as day, type, item, relation_id, sum(delta) as delta, count(*) as rows,
    count(*) filter (where part = 0) as times, max(no) as last_no, ${lastOf('id', 'no')} as last_id,
    ${lastOf('order_points', 'no')} as order_points, ${lastOf('bonus_order_points', 'no')} as bonus_order_points,
    ${lastOf('bonus_human_points', 'no')} as bonus_human_points
  from point_ledger where ent_id = ${entId} and ${numbers} group by 1, 2, 3, 4, 5`

/**
 * Computes the days again from the ledger, in the given time zone. Points move on while the ledger is read; the account is locked only for
 * what has come meanwhile. Numbers grow in the order of commits, because every movement holds the account's lock.
 */
export async function rebuildDays({ sql: db }: Transaction, entId: EntId, timeZone: string): Promise<void> {
  const { rows } = await db.execute<{ last: string }>(
    sql`select coalesce(max(no), 0) as last from point_ledger where ent_id = ${entId}`,
  )
  const last = Number(rows[0]?.last ?? 0)
  await db.execute(sql`create temp table fresh_day on commit drop as ${sumByDay(entId, timeZone, sql`no <= ${last}`)}`)
  await lockAccount(db, entId)
  await db.delete(pointDay).where(eq(pointDay.entId, entId))
  await db.execute(sql`insert into point_day (ent_id, day, type, item, relation_id, delta, rows, times, last_no, last_id,
      order_points, bonus_order_points, bonus_human_points)
    select ent_id, day, type, item, relation_id, sum(delta), sum(rows), sum(times), max(last_no), ${lastOf('last_id')},
      ${lastOf('order_points')}, ${lastOf('bonus_order_points')}, ${lastOf('bonus_human_points')}
    from (select * from fresh_day union all ${sumByDay(entId, timeZone, sql`no > ${last}`)}) d group by 1, 2, 3, 4, 5`)
  await db.update(pointAccount).set({ dayZone: timeZone }).where(eq(pointAccount.entId, entId))
}
