import type { EntId, OpenStatus, RelationId, Source } from '@ruwu/contract'
import { and, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { channelAccount } from '../../db/schema/index.ts'
import { isAccount } from './account.repo.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An hour is usual if customers entered in it on this many of the last seven days. */
const USUAL_DAYS = 5
const CHECKED: OpenStatus[] = ['open', 'expiring']
const PAGE_SIZE = 200

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

/** Health data of every bound account of all enterprises, read by pages. */
export async function* readHealth(db: Queryable, now: Date, pageSize = PAGE_SIZE): AsyncGenerator<HealthFacts> {
  let last: HealthFacts | undefined
  do {
    const page = await readPage(db, now, last, pageSize)
    yield* page
    last = page.length === pageSize ? page.at(-1) : undefined
  } while (last)
}

async function readPage(
  db: Queryable,
  now: Date,
  after: HealthFacts | undefined,
  pageSize: number,
): Promise<HealthFacts[]> {
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
    from channel_account a
    where a.open_status = any(${sql.param(CHECKED)}) ${after && sql`and (a.ent_id, a.id) > (${after.entId}, ${after.id})`}
    order by a.ent_id, a.id limit ${pageSize}`)
  return rows
}

/** Writes the problem, or null, unless the account has got another error since it was read; whether it did. */
export async function writeProblem(
  db: Queryable,
  { entId, id, lastError }: HealthFacts,
  problem: string | null,
  now: Date,
): Promise<boolean> {
  const written = await db
    .update(channelAccount)
    .set({ lastError: problem, lastErrorAt: problem === null ? null : now })
    .where(
      and(
        isAccount({ entId, id }),
        inArray(channelAccount.openStatus, CHECKED),
        sql`${channelAccount.lastError} is not distinct from ${lastError}`,
      ),
    )
    .returning({ id: channelAccount.id })
  return written.length > 0
}
