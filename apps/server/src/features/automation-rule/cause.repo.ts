import type { CustomerId, EntId } from '@ruwu/contract'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { executeTogether, type Part, records, withParts } from '../../db/rows.ts'
import { automationCause, type RuleCause } from '../../db/schema/index.ts'

export type CauseRow = typeof automationCause.$inferSelect
export type NewCause = Pick<CauseRow, 'entId' | 'customerId' | 'key' | 'what' | 'dueAt'>

/**
 * Stores the events that an enabled rule names; those that wait for an answer once per waiting time, and again later when the wait
 * restarted. Without such rules nothing is written. True: some are stored. `parts` are done in the same statement.
 */
export async function storeCauses(
  db: Queryable,
  causes: readonly NewCause[],
  parts: readonly Part[],
): Promise<boolean> {
  if (causes.length === 0) return executeTogether(db, parts).then(() => false)
  const { rowCount } =
    await db.execute(sql`${withParts(parts)}insert into automation_cause (ent_id, customer_id, key, what, due_at, tries)
    select c.ent_id, c.customer_id, c.key || coalesce(':' || r.event_minutes, ''),
      c.what || jsonb_build_object('minutes', r.event_minutes), c.due_at + make_interval(mins => coalesce(r.event_minutes, 0)), 0
    from ${records(automationCause, causes)} c
      cross join lateral (select distinct event_minutes from automation_rule
        where ent_id = c.ent_id and event_type = c.what->>'type' and status = 'on') r
    on conflict (ent_id, customer_id, key) do update set due_at = excluded.due_at, what = excluded.what`)
  return (rowCount ?? 0) > 0
}

export const listDueCauses = (db: Queryable, now: Date, limit: number): Promise<CauseRow[]> =>
  db
    .select()
    .from(automationCause)
    .where(lte(automationCause.dueAt, now))
    .orderBy(asc(automationCause.dueAt), asc(automationCause.key))
    .limit(limit)

type CauseKey = { entId: EntId; customerId: CustomerId; key: string }

const isCause = ({ entId, customerId, key }: CauseKey) =>
  and(eq(automationCause.entId, entId), eq(automationCause.customerId, customerId), eq(automationCause.key, key))

/** Takes a due event of a locked customer; undefined when another node took it or it was put off. */
export async function takeCause(db: Queryable, cause: CauseKey, now: Date): Promise<RuleCause | undefined> {
  const [row] = await db
    .delete(automationCause)
    .where(and(isCause(cause), lte(automationCause.dueAt, now)))
    .returning({ what: automationCause.what })
  return row?.what
}

/** After a failed attempt; the event is dropped after too many, and then it is true. */
export async function putOff(db: Queryable, cause: CauseRow, until: Date, triesMax: number): Promise<boolean> {
  const isLast = cause.tries + 1 >= triesMax
  if (isLast) await db.delete(automationCause).where(isCause(cause))
  else
    await db
      .update(automationCause)
      .set({ dueAt: until, tries: cause.tries + 1 })
      .where(isCause(cause))
  return isLast
}
