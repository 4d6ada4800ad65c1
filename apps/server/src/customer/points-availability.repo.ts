import type { EntId, RelationId } from '@ruwu/contract'
import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { aiHostRelationId } from '../db/hosting.ts'
import { preparedFor } from '../db/prepared.ts'
import { channelAccount } from '../db/schema/index.ts'

/**
 * SQL expression over `channel_account`: points that the account's AI may still spend, the least of what is left of the balance, of the
 * enterprise's daily limit and of that of the account's published AI, which does not count what agents ask for. Null for a suspended
 * enterprise.
 */
const pointsLeft = (now: Date | Placeholder) => sql`(
  select least(p.order_points + p.bonus_order_points + p.bonus_human_points,
    nullif((p.setting ->> 'dailyCap')::int, 0) - today.spent,
    nullif((select (v.config #>> '{advanced,dailyPoints}')::int from ai_agent g
        join ai_agent_version v on v.ent_id = g.ent_id and v.relation_id = g.relation_id and v.version = g.published_version
      where g.ent_id = p.ent_id and g.relation_id = ${aiHostRelationId}), 0) - today.own)
  from point_account p cross join lateral (
      select coalesce(-sum(d.delta), 0) as spent,
        coalesce(-sum(d.delta) filter (where d.relation_id = ${channelAccount.id} and d.item is distinct from 'assist'), 0) as own
      from point_day d where d.ent_id = p.ent_id and d.day = (${now}::timestamptz at time zone p.day_zone)::date
        and d.type in ('consume', 'refund')) today
  where p.ent_id = ${channelAccount.entId}
    and not exists (select from enterprise e where e.id = p.ent_id and e.suspended_at is not null))`

/** SQL expression over `channel_account`: the account's AI may answer now. */
export const pointsAvailable = (now: Date) => sql<boolean>`coalesce(${pointsLeft(now)} > 0, false)`

export async function isAvailable(db: Queryable, entId: EntId, relationId: RelationId, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(sql`select ${pointsAvailable(now)} as is from ${channelAccount}
    where ${channelAccount.entId} = ${entId} and ${channelAccount.id} = ${relationId}`)
  return rows[0]?.is ?? false
}

/** Why an agent may spend no points: none are left, or the enterprise's daily limit is reached. */
export async function findShortage(db: Queryable, entId: EntId, now: Date): Promise<'points' | 'today' | undefined> {
  const { rows } = await db.execute<{ hasPoints: boolean; hasToday: boolean }>(sql`
    select p.order_points + p.bonus_order_points + p.bonus_human_points > 0 as "hasPoints",
      coalesce(nullif((p.setting ->> 'dailyCap')::int, 0) > (
        select coalesce(-sum(d.delta), 0) from point_day d where d.ent_id = p.ent_id
          and d.day = (${now}::timestamptz at time zone p.day_zone)::date and d.type in ('consume', 'refund')), true) as "hasToday"
    from point_account p where p.ent_id = ${entId}
      and not exists (select from enterprise e where e.id = p.ent_id and e.suspended_at is not null)`)
  if (!rows[0]?.hasPoints) return 'points'
  return rows[0].hasToday ? undefined : 'today'
}

const selectLeft = preparedFor((db) =>
  db
    .select({ left: sql`coalesce(${pointsLeft(sql.placeholder('now'))}, 0)`.mapWith(Number) })
    .from(channelAccount)
    .where(
      and(eq(channelAccount.entId, sql.placeholder('entId')), eq(channelAccount.id, sql.placeholder('relationId'))),
    )
    .prepare('points-left'),
)

/** Points that the account's AI may spend before it has to stop; 0 or less: it has. */
export async function readPointsLeft(
  db: Queryable,
  { entId, relationId }: { entId: EntId; relationId: RelationId },
  now: Date,
): Promise<number> {
  const [row] = await selectLeft(db).execute({ entId, relationId, now })
  return row?.left ?? 0
}
