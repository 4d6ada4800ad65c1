import type { CustomerId, EntId, SessionId } from '@ruwu/contract'
import { DEFAULT_POINTS_SETTING } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointReply } from '../../db/schema/index.ts'
import { aiHostRelationId } from '../../db/hosting.ts'
import { pointsAvailable } from '../../customer/points-availability.repo.ts'
import type { CustomerKey } from '../../customer/customer-change.repo.ts'

const plain = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)

/** At most `limit` rows, none of the enterprises in `excluding`. */
type Page = { limit: number; excluding: ReadonlySet<EntId> }

const isIncluded = (column: string, { excluding }: Page) =>
  sql`${sql.raw(column)} <> all(${sql.param([...excluding])}::uuid[])`

/** Customers with the AI although points do not allow it, and customers with people only for want of points that are back. */
export async function listMisplaced(db: Queryable, now: Date, page: Page): Promise<CustomerKey[]> {
  const { limit } = page
  const key = sql`${plain('c.ent_id')} as "entId", ${plain('c.id')} as "customerId"`
  const { rows } = await db.execute<CustomerKey>(sql`with account as materialized (
      select ent_id, id, ${pointsAvailable(now)} as is_available, reception_mode = 'open' and ${aiHostRelationId} is not null as has_ai
      from channel_account where ${isIncluded('ent_id', page)}
    )
    (select ${key} from account a join customer c on c.ent_id = a.ent_id and c.relation_id = a.id and c.reception_type = 'ai_agent'
      where not a.is_available limit ${limit})
    union all
    (select ${key} from account a join customer c on c.ent_id = a.ent_id and c.relation_id = a.id and c.ai_off_reason = 'points'
      where a.is_available and a.has_ai and c.reception_type = 'manual' limit ${limit})`)
  return rows
}

/** A customer to be sent the used-up reply. */
export type UsedUpReply = {
  entId: EntId
  customerId: CustomerId
  sessionId: SessionId
  receptionEpoch: number
  humanSeq: number
  text: string
}

/** Waiting customers whom the AI would have answered with points, without a used-up reply in this session. */
export async function listWithoutUsedUpReply(db: Queryable, page: Page): Promise<UsedUpReply[]> {
  const { enabled, text } = DEFAULT_POINTS_SETTING.usedUpReply
  const { rows } = await db.execute<UsedUpReply>(sql`select * from (
      select ${plain('c.ent_id')} as "entId", ${plain('c.id')} as "customerId", ${plain('c.session_id')} as "sessionId",
        c.reception_epoch as "receptionEpoch", c.last_human_seq as "humanSeq",
        coalesce(p.setting #>> '{usedUpReply,text}', ${text}) as text
      from customer c join point_account p on p.ent_id = c.ent_id
      where c.ai_off_reason = 'points' and c.reception_type = 'manual' and c.session_id is not null
        and c.waiting_since is not null and not c.is_blocked and ${isIncluded('c.ent_id', page)}
        and coalesce((p.setting #>> '{usedUpReply,enabled}')::boolean, ${enabled})
        and not exists (select from enterprise e where e.id = c.ent_id and e.suspended_at is not null)
        and not exists (select from point_reply r where r.ent_id = c.ent_id and r.session_id = c.session_id)
      limit ${page.limit}) u
    where u.text <> ''`)
  return rows
}

/** Records the used-up reply of a session. False: it was recorded before. */
export async function recordUsedUpReply(
  db: Queryable,
  entId: EntId,
  sessionId: SessionId,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .insert(pointReply)
    .values({ entId, sessionId, at: now })
    .onConflictDoNothing()
    .returning({ at: pointReply.at })
  return rows.length > 0
}
