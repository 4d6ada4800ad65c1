import type { AgentId, EntId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { agentPresence } from '../db/schema/index.ts'

export type Console = { entId: EntId; agentId: AgentId }

export const consoleKey = ({ entId, agentId }: Console): string => `${entId} ${agentId}`

/**
 * Upserts in key order, so that nodes with the same agents cannot deadlock. A node with an older clock moves no lease
 * back.
 */
export async function markSeen(db: Queryable, consoles: readonly Console[], now: Date): Promise<void> {
  const each = [...new Map(consoles.map((console) => [consoleKey(console), console])).values()]
  if (each.length === 0) return
  const entIds = sql.param(each.map(({ entId }) => entId))
  const agentIds = sql.param(each.map(({ agentId }) => agentId))
  await db.execute(sql`
    insert into ${agentPresence} (ent_id, agent_id, seen_at)
    select ent_id, agent_id, ${now.toISOString()}::timestamptz
    from unnest(${entIds}::uuid[], ${agentIds}::uuid[]) as seen (ent_id, agent_id)
    order by ent_id, agent_id
    on conflict (ent_id, agent_id) do update set seen_at = excluded.seen_at
    where ${agentPresence.seenAt} < excluded.seen_at`)
}
