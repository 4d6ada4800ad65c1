import type { CustomerId, EntId } from '@ruwu/contract'
import { DEFAULT_AUTO_ARCHIVE } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'

export type Idle = { entId: EntId; customerId: CustomerId; days: number }

/** In a flow with a step to come; one that waits for the customer without an end is not. */
const isInFlow = (entId: SQL, customerId: SQL) => sql`exists (select from flow_run f
  where f.ent_id = ${entId} and f.customer_id = ${customerId} and f.ended_at is null and f.due_at is not null)`

export async function hasFlowStep(db: Queryable, { entId, customerId }: Pick<Idle, 'entId' | 'customerId'>) {
  const { rows } = await db.execute<{ is: boolean }>(sql`select ${isInFlow(sql`${entId}`, sql`${customerId}`)} as is`)
  return rows[0]?.is === true
}

/**
 * Customers without a message for the days of their enterprise's setting, oldest first, so many per enterprise: one with a large backlog
 * does not hold up the others. An enterprise without a setting uses the default, from its creation on; one that is older than 自动归档
 * from then on (`since`), so that no backlog of years is archived unasked.
 */
export async function listIdle(db: Queryable, now: Date, limit: number): Promise<Idle[]> {
  const { rows } = await db.execute<{ entId: string; customerId: string; days: number }>(sql`
    select e.id as "entId", c.id as "customerId", r.days
    from enterprise e
      left join automation_setting s on s.ent_id = e.id and s.key = 'autoArchive'
      cross join lateral (select
        coalesce((s.setting->>'enabled')::boolean, ${DEFAULT_AUTO_ARCHIVE.enabled}) as enabled,
        coalesce((s.setting->>'days')::int, ${DEFAULT_AUTO_ARCHIVE.days}) as days,
        case when s.ent_id is null then e.created_at else (s.setting->>'since')::timestamptz end as since) r
      cross join lateral (select id from customer
        where ent_id = e.id and not archive and waiting_since is null and postponed_until is null and returned_at is null
          and last_message_at <= ${now}::timestamptz - make_interval(days => r.days)
          and (r.since is null or last_message_at >= r.since)
          and not ${isInFlow(sql`e.id`, sql`customer.id`)}
        order by last_message_at limit ${limit}) c
    where r.enabled and e.closed_at is null`)
  return rows.map(({ entId, customerId, days }) => ({
    entId: entId.replaceAll('-', '') as EntId,
    customerId: customerId.replaceAll('-', '') as CustomerId,
    days,
  }))
}
