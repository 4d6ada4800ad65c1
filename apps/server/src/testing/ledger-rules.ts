import type { EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'

/**
 * Movements of an enterprise after which a balance was not the sum of those before, or below zero: only an answer that was under way may
 * leave bought points negative. (An answer that is returned to a refunded order is taken back at once, also from a debt.)
 */
export async function findWrongMovements(db: Queryable, entId: EntId): Promise<object[]> {
  const sumOf = (pool: string) => sql`coalesce(sum(delta) filter (where pool = ${pool}) over before, 0)`
  const { rows } = await db.execute(sql`select no, type, item, pool, delta, key, order_points, sums
    from (select *, row(${sumOf('orderPoints')}, ${sumOf('bonusOrderPoints')}, ${sumOf('bonusHumanPoints')})::text as sums
      from point_ledger where ent_id = ${entId} window before as (order by no)) l
    where sums <> row(order_points, bonus_order_points, bonus_human_points)::text
      or least(bonus_order_points, bonus_human_points) < 0
      or (pool = 'orderPoints' and delta < 0 and order_points < 0
        and not (type = 'consume' and item in ('ai_reply', 'image')) and key not like 'void:%')`)
  return rows
}
