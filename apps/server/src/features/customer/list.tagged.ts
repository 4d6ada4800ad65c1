import type { CustomerFilter, EntId, TagId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'

/** So many are sooner named one by one than found among all. */
const FEW = 2_000

/** The ids of whoever can fit a filter by tags, if they are few; undefined where looking at everybody is less. */
export async function selectTagged(
  db: Queryable,
  entId: EntId,
  tagIds: readonly TagId[],
  mode: CustomerFilter['tagMode'],
): Promise<SQL | undefined> {
  const choices = mode === 'all' ? tagIds.map((id) => holders(entId, [id])) : [holders(entId, tagIds)]
  const areMany = choices.map((choice) => sql`exists (${choice} offset ${FEW}::int)`)
  const { rows } = await db.execute<{ many: boolean[] }>(sql`select array[${sql.join(areMany, sql`, `)}] as many`)
  return choices.find((_, n) => rows[0]?.many[n] === false)
}

const holders = (entId: EntId, tagIds: readonly TagId[]): SQL =>
  sql`select h.customer_id from customer_tag h where h.ent_id = ${entId} and h.tag_id = any(${sql.param(tagIds)}::uuid[])`
