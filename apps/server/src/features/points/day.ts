import type { EntId, RelationId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'

/** Counts what an account spent to its day, by the enterprise's clock; what comes back is taken off the day it was spent on. */
export async function countToDay(
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
