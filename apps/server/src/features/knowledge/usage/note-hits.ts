import type { AiRunId, CustomerId, EntId, KnowledgeId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'

export type HitBy = { entId: EntId; id: AiRunId; customerId: CustomerId; startedAt: Date }

/** A run answered from these: each is one more that can be opened, told twice or not. Entries that are gone have no hits. */
export async function noteHits(
  db: Queryable,
  { entId, id, customerId, startedAt }: HitBy,
  ids: readonly KnowledgeId[],
): Promise<void> {
  if (ids.length === 0) return
  // Always in the same order, so that two answers from the same entries never wait for each other.
  await db.execute(sql`with entry as (
      select id from knowledge where ent_id = ${entId} and id = any(${sql.param([...ids])}::uuid[])
      order by id for no key update
    ), hit as (
      insert into knowledge_hit (ent_id, knowledge_id, run_id, customer_id)
      select ${entId}::uuid, id, ${id}::uuid, ${customerId}::uuid from entry
      on conflict do nothing returning knowledge_id
    )
    update knowledge set hits = hits + 1, last_hit_at = greatest(last_hit_at, ${startedAt.toISOString()}::timestamptz)
    from hit where knowledge.ent_id = ${entId} and knowledge.id = hit.knowledge_id`)
}
