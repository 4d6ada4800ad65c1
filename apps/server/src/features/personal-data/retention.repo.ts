import { type CustomerId, type EntId, OLD_MESSAGES_MAX } from '@ruwu/contract'
import { asc, isNull, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { enterprise } from '../../db/schema/index.ts'
import { isStatementTimeout } from '../../db/violations.ts'
import type { OldThread } from './conversation-tables.repo.ts'

/** An enterprise's conversations whose last message is older than `before`. */
type Period = { entId: EntId; before: Date }

export const listPeriods = (db: Queryable): Promise<{ entId: EntId; days: number }[]> =>
  db
    .select({ entId: enterprise.id, days: enterprise.retentionDays })
    .from(enterprise)
    .where(isNull(enterprise.closedAt))
    .orderBy(asc(enterprise.id))

/** Some, the longest waiting first. */
type Some = { except?: readonly CustomerId[]; limit?: number }

/**
 * Ended sessions whose messages are too old, each with `bound`, the seq at which the next session begins. Messages between
 * two sessions belong to the first one: it is too old when the last message before `bound` is.
 */
const oldSessions = ({ entId, before }: Period, { except = [], limit }: Some) => sql`
  select s.customer_id, s.start_at, b.bound, b.is_last
  from session s
    join customer c on c.ent_id = s.ent_id and c.id = s.customer_id
    cross join lateral (
      select coalesce(min(n.start_seq), c.last_seq + 1) as bound, min(n.start_seq) is null as is_last
      from session n where n.ent_id = s.ent_id and n.customer_id = s.customer_id and n.start_at > s.start_at) b
  where s.ent_id = ${entId} and s.purged_at is null and s.end_at is not null and s.start_at < ${before}
    and coalesce((select m.created_at from message m
      where m.ent_id = s.ent_id and m.topic_id = s.customer_id and m.seq < b.bound
      order by m.seq desc limit 1), s.start_at) < ${before}
    and s.customer_id <> all(${sql.param(except)}::uuid[])
  order by s.start_at limit ${limit ?? null}`

/** Threads that never had a session: written to from the platform's own app, and never answered. */
const oldMonologues = ({ entId, before }: Period, { except = [], limit }: Some) => sql`
  select c.id, c.last_message_at, c.last_seq + 1, true
  from customer c
  where c.ent_id = ${entId} and c.last_inbound_at is null and c.last_message_at < ${before} and c.last_seq > 0
    and not exists (select 1 from session s where s.ent_id = c.ent_id and s.customer_id = c.id)
    and (select m.created_at from message m
      where m.ent_id = c.ent_id and m.topic_id = c.id order by m.seq desc limit 1) < ${before}
    and c.id <> all(${sql.param(except)}::uuid[])
  order by c.last_message_at limit ${limit ?? null}`

const oldParts = (period: Period, some: Some = {}) =>
  sql`(${oldSessions(period, some)}) union all (${oldMonologues(period, some)})`

/** The old part of a thread, and when its last session began. `isLast`: it was the whole thread when it was read. */
export type FoundThread = OldThread & { isLast: boolean; lastStart: Date }

/** Some threads with an old part, the longest waiting first; not those of `except`. */
export async function listOldThreads(
  db: Queryable,
  { entId, before }: Period,
  except: readonly CustomerId[],
  limit: number,
): Promise<FoundThread[]> {
  const { rows } = await db.execute<{ customer_id: string; bound: string; is_last: boolean; last_start: string }>(sql`
    select o.customer_id, max(o.bound) as bound, bool_or(o.is_last) as is_last, max(o.start_at) as last_start
    from (${oldParts({ entId, before }, { except, limit })}) o
    group by o.customer_id`)
  return rows.map(({ customer_id, bound, is_last, last_start }) => ({
    entId,
    customerId: customer_id.replaceAll('-', '') as CustomerId,
    bound: Number(bound),
    before,
    isLast: is_last,
    lastStart: new Date(last_start),
  }))
}

/** The count is awaited before the form is saved. */
const COUNT_MS = 5_000

/** Up to one more than `OLD_MESSAGES_MAX`; null when it takes too long. */
export async function countOldMessages(db: Database, period: Period, timeoutMs = COUNT_MS): Promise<number | null> {
  try {
    return await db.transaction(async ({ sql: tx }) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`)
      const { rows } = await tx.execute<{ messages: string }>(sql`
        select count(*) as messages from (
          select 1 from (select o.customer_id, max(o.bound) as bound from (${oldParts(period)}) o group by o.customer_id) o
            join message m on m.ent_id = ${period.entId} and m.topic_id = o.customer_id and m.seq < o.bound
          limit ${OLD_MESSAGES_MAX + 1}) m`)
      return Number(rows[0]?.messages ?? 0)
    })
  } catch (error) {
    if (isStatementTimeout(error)) return null
    throw error
  }
}
