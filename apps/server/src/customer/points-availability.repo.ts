import type { EntId, RelationId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { aiHostRelationId } from '../db/hosting.ts'
import { channelAccount } from '../db/schema/index.ts'

/**
 * SQL expression over `channel_account`: the account's AI may answer now, i.e. points are left, neither the enterprise's daily limit
 * nor that of the account's published AI is reached, and the enterprise is not suspended. `less`: after so many points more were spent.
 */
export const pointsAvailable = (now: Date, less = 0) => sql<boolean>`exists (
  select from point_account p cross join lateral (
      select coalesce(-sum(d.delta), 0) as spent,
        coalesce(-sum(d.delta) filter (where d.relation_id = ${channelAccount.id}), 0) as own
      from point_day d where d.ent_id = p.ent_id and d.day = (${now}::timestamptz at time zone p.day_zone)::date
        and d.type in ('consume', 'refund')) today
  where p.ent_id = ${channelAccount.entId} and p.order_points + p.bonus_order_points + p.bonus_human_points > ${less}::int
    and not exists (select from enterprise e where e.id = p.ent_id and e.suspended_at is not null)
    and coalesce(today.spent + ${less}::int < nullif((p.setting ->> 'dailyCap')::int, 0), true)
    and coalesce(today.own + ${less}::int < nullif((
      select (v.config #>> '{advanced,dailyPoints}')::int from ai_agent g
        join ai_agent_version v on v.ent_id = g.ent_id and v.relation_id = g.relation_id and v.version = g.published_version
      where g.ent_id = p.ent_id and g.relation_id = ${aiHostRelationId}), 0), true))`

export async function isAvailable(db: Queryable, entId: EntId, relationId: RelationId, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(sql`select ${pointsAvailable(now)} as is from ${channelAccount}
    where ${channelAccount.entId} = ${entId} and ${channelAccount.id} = ${relationId}`)
  return rows[0]?.is ?? false
}

/** Whether the account's AI may answer now, and whether it may once so many points more are spent. */
export async function willStayAvailable(
  db: Queryable,
  { entId, relationId }: { entId: EntId; relationId: RelationId },
  points: number,
  now: Date,
): Promise<{ before: boolean; after: boolean }> {
  const { rows } = await db.execute<{ before: boolean; after: boolean }>(sql`select ${pointsAvailable(now)} as before,
      ${pointsAvailable(now, points)} as after
    from ${channelAccount} where ${channelAccount.entId} = ${entId} and ${channelAccount.id} = ${relationId}`)
  return rows[0] ?? { before: false, after: false }
}
