import type { AgentId, CustomerId, EntId, SessionId } from '@ruwu/contract'
import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { session } from '../db/schema/index.ts'

/**
 * Writes of customer and session rows that bypass CustomerChange: nothing that a screen shows changes, so the version stays and no
 * event is emitted.
 */

/** Ends sessions without a message since `silentSince`, with their last message; locked customers are left for the next run. */
export async function endSilentSessions(db: Queryable, silentSince: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`with silent as (
        select c.ent_id, c.id, c.session_id from customer c
        where c.session_id is not null and c.last_message_at <= ${silentSince} and exists (
          select 1 from session s where s.ent_id = c.ent_id and s.id = c.session_id
            and coalesce(s.last_message_at, s.start_at) <= ${silentSince})
        order by c.last_message_at limit ${limit} for no key update of c skip locked
      ), ended as (
        update session s set end_at = coalesce(s.last_message_at, s.start_at)
        from silent where s.ent_id = silent.ent_id and s.id = silent.session_id
      )
      update customer c set session_id = null from silent where c.ent_id = silent.ent_id and c.id = silent.id`)
  return rowCount ?? 0
}

/** The queue text was sent in this session: it is sent once. */
export async function markQueueTold(db: Queryable, id: SessionId): Promise<void> {
  await db.update(session).set({ queueTold: true }).where(eq(session.id, id))
}

/** No warning since the customer began to wait, nor since the present owner has them. `c` is the customer. */
export const UNWARNED = sql`(c.wait_warned_at is null or c.wait_warned_at < greatest(c.waiting_since, c.agent_since))`

/** False: another node was first, or the customer no longer waits for this owner. */
export async function markWarned(
  db: Queryable,
  { entId, customerId, agentId }: { entId: EntId; customerId: CustomerId; agentId: AgentId },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update customer c set wait_warned_at = ${now}
    where c.ent_id = ${entId} and c.id = ${customerId} and c.agent_id = ${agentId} and c.reception_type = 'manual'
      and not c.archive and c.waiting_since is not null and ${UNWARNED}`)
  return rowCount === 1
}

/** 数据保留 has deleted the messages of the sessions up to one. */
export async function markPurged(
  db: Queryable,
  { entId, customerId, lastStart }: { entId: EntId; customerId: CustomerId; lastStart: Date },
  now: Date,
): Promise<void> {
  await db
    .update(session)
    .set({ purgedAt: now })
    .where(
      and(
        eq(session.entId, entId),
        eq(session.customerId, customerId),
        lte(session.startAt, lastStart),
        isNotNull(session.endAt),
        isNull(session.purgedAt),
      ),
    )
}
