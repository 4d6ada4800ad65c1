import type { CustomerId, EntId, SessionId } from '@ruwu/contract'
import { DEFAULT_POINTS_SETTING } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointReply } from '../../db/schema/index.ts'
import { aiHostRelationId } from '../../db/hosting.ts'
import { pointsAvailable } from '../../customer/points-availability.repo.ts'
import type { CustomerKey } from '../../customer/customer-change.repo.ts'

const plain = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)

/** Those of other enterprises than these. */
type Choice = { limit: number; without: ReadonlySet<EntId> }

const isOfOthers = (column: string, { without }: Choice) =>
  sql`${sql.raw(column)} <> all(${sql.param([...without])}::uuid[])`

/** Customers the AI receives although it may not answer, and those only points kept from one that may. */
export async function listMisplaced(db: Queryable, now: Date, choice: Choice): Promise<CustomerKey[]> {
  const { limit } = choice
  const key = sql`${plain('c.ent_id')} as "entId", ${plain('c.id')} as "customerId"`
  const { rows } = await db.execute<CustomerKey>(sql`with place as materialized (
      select ent_id, id, ${pointsAvailable(now)} as is_available, reception_mode = 'open' and ${aiHostRelationId} is not null as has_ai
      from channel_account where ${isOfOthers('ent_id', choice)}
    )
    (select ${key} from place p join customer c on c.ent_id = p.ent_id and c.relation_id = p.id and c.reception_type = 'ai_agent'
      where not p.is_available limit ${limit})
    union all
    (select ${key} from place p join customer c on c.ent_id = p.ent_id and c.relation_id = p.id and c.ai_off_reason = 'points'
      where p.is_available and p.has_ai and c.reception_type = 'manual' limit ${limit})`)
  return rows
}

export type Untold = {
  entId: EntId
  customerId: CustomerId
  sessionId: SessionId
  receptionEpoch: number
  humanSeq: number
  text: string
}

/** Who waits for an answer the AI would have given, and was not told in this session that a person will. */
export async function listUntold(db: Queryable, choice: Choice): Promise<Untold[]> {
  const { enabled, text } = DEFAULT_POINTS_SETTING.usedUpReply
  const { rows } = await db.execute<Untold>(sql`select * from (
      select ${plain('c.ent_id')} as "entId", ${plain('c.id')} as "customerId", ${plain('c.session_id')} as "sessionId",
        c.reception_epoch as "receptionEpoch", c.last_human_seq as "humanSeq",
        coalesce(p.setting #>> '{usedUpReply,text}', ${text}) as text
      from customer c join point_account p on p.ent_id = c.ent_id
      where c.ai_off_reason = 'points' and c.reception_type = 'manual' and c.session_id is not null
        and c.waiting_since is not null and not c.is_blocked and ${isOfOthers('c.ent_id', choice)}
        and coalesce((p.setting #>> '{usedUpReply,enabled}')::boolean, ${enabled})
        and not exists (select from point_reply r where r.ent_id = c.ent_id and r.session_id = c.session_id)
      limit ${choice.limit}) u
    where u.text <> ''`)
  return rows
}

/** The used-up reply is sent once per session. False: it was sent before. */
export async function noteReplied(db: Queryable, entId: EntId, sessionId: SessionId, now: Date): Promise<boolean> {
  const rows = await db
    .insert(pointReply)
    .values({ entId, sessionId, at: now })
    .onConflictDoNothing()
    .returning({ at: pointReply.at })
  return rows.length > 0
}
