import type { AgentId, EntId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { agentOnline, agentPresence } from '../db/schema/index.ts'

export type Console = { entId: EntId; agentId: AgentId }

export const consoleKey = ({ entId, agentId }: Console): string => `${entId} ${agentId}`

/**
 * Upserts in key order, so that nodes with the same agents cannot deadlock. A node with an older clock moves no lease
 * back.
 */
export async function markSeen(db: Queryable, consoles: readonly Console[], now: Date): Promise<void> {
  const each = [...new Map(consoles.map((console) => [consoleKey(console), console])).values()]
  if (each.length === 0) return
  const entIds = sql`${sql.param(each.map(({ entId }) => entId))}`
  const agentIds = sql`${sql.param(each.map(({ agentId }) => agentId))}`
  await db.execute(sql`
    insert into ${agentPresence} (ent_id, agent_id, seen_at)
    select ent_id, agent_id, ${now.toISOString()}::timestamptz
    from unnest(${entIds}::uuid[], ${agentIds}::uuid[]) as seen (ent_id, agent_id)
    order by ent_id, agent_id
    on conflict (ent_id, agent_id) do update set seen_at = excluded.seen_at
    where ${agentPresence.seenAt} < excluded.seen_at`)
  await extendOnline(db, { entIds, agentIds }, now)
}

/** Times of the past in which agents were 在线. */
export async function insertPastOnline(
  db: Queryable,
  rows: readonly (typeof agentOnline.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(agentOnline).values([...rows])
}

/** A longer gap between two renewals is time without a console. */
const GAP_SEC = 60

/** Fact of 在线时长: the interval of agents who are 在线 goes on, or a new one begins. */
async function extendOnline(db: Queryable, { entIds, agentIds }: { entIds: SQL; agentIds: SQL }, now: Date) {
  await db.execute(sql`
    with online as (
      select a.ent_id, a.id as agent_id, (
          select max(o.start_at) from agent_online o where o.ent_id = a.ent_id and o.agent_id = a.id
        ) as last_at
      from unnest(${entIds}::uuid[], ${agentIds}::uuid[]) as seen (ent_id, agent_id)
        join agent a on a.ent_id = seen.ent_id and a.id = seen.agent_id
      where a.status = 'online'
    ), extended as (
      update agent_online o set end_at = greatest(o.end_at, ${now})
      from online n
      where o.ent_id = n.ent_id and o.agent_id = n.agent_id and o.start_at = n.last_at
        and o.end_at >= ${now}::timestamptz - make_interval(secs => ${GAP_SEC}::int)
      returning o.agent_id
    )
    insert into agent_online (ent_id, agent_id, start_at, end_at)
    select ent_id, agent_id, ${now}, ${now} from online where agent_id not in (select agent_id from extended)
    on conflict do nothing`)
}
