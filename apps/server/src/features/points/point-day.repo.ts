import type { EntId } from '@ruwu/contract'
import { addDays, averageDailyConsume, dayNumber, formatDay, zonedTime } from '@ruwu/domain'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise, pointDay } from '../../db/schema/index.ts'

const FULL_DAYS = 7

/** 日均消耗, by the full days of the enterprise's calendar. */
export async function readAverage(db: Queryable, entId: EntId, now: Date): Promise<number> {
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
