import type { EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'

/** From so many differences on reading them costs more than folding them. */
export const TALLY_FOLD_AT = 1000

/**
 * Folds the tallies together that have at least so many differences. Whoever changes a customer meanwhile only adds lines, and of two
 * who fold at once each takes what the other has not: the sum stays what it is.
 */
export async function foldTallies(db: Queryable, atLeast = TALLY_FOLD_AT): Promise<void> {
  const { rows } = await db.execute<{ ent_id: EntId }>(
    sql`select ent_id from customer_tally where not is_sum group by ent_id having count(*) >= ${atLeast}`,
  )
  for (const { ent_id: entId } of rows) await fold(db, entId)
}

async function fold(db: Queryable, entId: EntId): Promise<void> {
  await db.execute(sql`with taken as (delete from customer_tally where ent_id = ${entId} returning *)
    insert into customer_tally (ent_id, agent_id, archive, reception_type, source, relation_id, count, waiting, leads, ads, sent, failed, is_sum)
    select ent_id, agent_id, archive, reception_type, source, relation_id, sum(count), sum(waiting), sum(leads), sum(ads), sum(sent), sum(failed), true
    from taken group by 1, 2, 3, 4, 5, 6
    having sum(count) <> 0 or sum(waiting) <> 0 or sum(leads) <> 0 or sum(ads) <> 0 or sum(sent) <> 0 or sum(failed) <> 0`)
}
