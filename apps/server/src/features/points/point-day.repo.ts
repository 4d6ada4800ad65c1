import type { EntId, RelationId } from '@ruwu/contract'
import { addDays, averageDailyConsume, dayNumber, formatDay, zonedTime } from '@ruwu/domain'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise, pointDay } from '../../db/schema/index.ts'

const FULL_DAYS = 7

/** 日均消耗: average over the last full days in the enterprise's time zone. */
export async function readDailyAverage(db: Queryable, entId: EntId, now: Date): Promise<number> {
  const [own] = await db
    .select({ timeZone: enterprise.timezone, createdAt: enterprise.createdAt })
    .from(enterprise)
    .where(eq(enterprise.id, entId))
  if (!own) return 0
  const today = zonedTime(now, own.timeZone)
  const [spent] = await db
    .select({ points: sql<number>`coalesce(sum(${pointDay.spent}), 0)`.mapWith(Number) })
    .from(pointDay)
    .where(
      and(
        eq(pointDay.entId, entId),
        gte(pointDay.day, formatDay(addDays(today, -FULL_DAYS))),
        lt(pointDay.day, formatDay(today)),
      ),
    )
  const age = dayNumber(today) - dayNumber(zonedTime(own.createdAt, own.timeZone))
  return averageDailyConsume(spent?.points ?? 0, age)
}

/** Adds to an account's spending of the day (enterprise time zone). A refund is subtracted from the day of the charge. */
export async function addToDay(
  db: Queryable,
  { entId, relationId }: { entId: EntId; relationId: RelationId },
  points: number,
  at: Date,
): Promise<void> {
  await db.execute(sql`insert into point_day as d (ent_id, relation_id, day, spent)
    select ${entId}::uuid, ${relationId}::uuid, (${at}::timestamptz at time zone e.timezone)::date, ${points}::int
    from enterprise e where e.id = ${entId}
    on conflict (ent_id, day, relation_id) do update set spent = d.spent + excluded.spent`)
}
