import type { EntId, RelationId, Source } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An hour is usual if customers entered in it on this many of the last seven days. */
const USUAL_DAYS = 5

export type HealthFacts = {
  entId: EntId
  id: RelationId
  source: Source
  lastError: string | null
  /** No customer entered in the last hour, although customers usually do at this time. */
  isSilent: boolean
  /** Failed sends within the last hour. */
  failedSends: number
}

/** Health data of every bound account. */
export async function readHealth(db: Queryable, now: Date): Promise<HealthFacts[]> {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS
  const before = Array.from({ length: 7 }, (_day, index) => new Date(hour - (index + 1) * DAY_MS))
  const { rows } = await db.execute<HealthFacts>(sql`
    select replace(a.ent_id::text, '-', '') as "entId", replace(a.id::text, '-', '') as id, a.source,
      a.last_error as "lastError",
      coalesce(a.last_in_at < ${new Date(hour)}, true) and (
        select count(*) from unnest(${sql.param(before)}::timestamptz[]) d(hour) where exists (
          select 1 from customer_activity v where v.ent_id = a.ent_id and v.relation_id = a.id
            and v.slot >= d.hour and v.slot < d.hour + interval '1 hour')
      ) >= ${USUAL_DAYS} as "isSilent",
      (select count(*)::int from channel_history f
        where f.ent_id = a.ent_id and f.relation_id = a.id and f.kind = 'send_failed'
          and f.created_at > ${new Date(now.getTime() - HOUR_MS)}) as "failedSends"
    from channel_account a where a.open_status in ('open', 'expiring')`)
  return rows
}
