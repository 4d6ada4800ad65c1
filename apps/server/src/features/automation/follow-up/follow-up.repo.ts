import type { CustomerId, EntId } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { array } from '../../../db/rows.ts'
import { followUp } from '../../../db/schema/index.ts'

type FollowUpRow = typeof followUp.$inferSelect
export type NewFollowUp = Pick<FollowUpRow, 'entId' | 'customerId' | 'sessionId' | 'since' | 'step' | 'dueAt'>
type Key = Pick<FollowUpRow, 'entId' | 'customerId'>

/** A lease on a follow-up. A newer reply or step makes it void (`since` and `step` differ). */
export type Claim = Pick<FollowUpRow, 'entId' | 'customerId' | 'since' | 'step' | 'tries'>

const isFollowUp = ({ entId, customerId }: Key) => and(eq(followUp.entId, entId), eq(followUp.customerId, customerId))

const isClaimed = (claim: Claim) =>
  and(isFollowUp(claim), eq(followUp.since, claim.since), eq(followUp.step, claim.step))

/** Starts or restarts the silence. */
export async function upsertFollowUps(db: Queryable, rows: readonly NewFollowUp[]): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`insert into follow_up (ent_id, customer_id, session_id, since, step, due_at)
    select * from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.customerId)}::uuid[],
      ${array(rows, (row) => row.sessionId)}::uuid[], ${array(rows, (row) => row.since)}::timestamptz[],
      ${array(rows, (row) => row.step)}::smallint[], ${array(rows, (row) => row.dueAt)}::timestamptz[])
    on conflict (ent_id, customer_id) do update set session_id = excluded.session_id, since = excluded.since,
      step = excluded.step, due_at = excluded.due_at, last_step_at = null, held_until = null, tries = 0`)
}

export async function removeFollowUps(db: Queryable, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  await db.execute(sql`delete from follow_up f
    using unnest(${array(keys, (key) => key.entId)}::uuid[], ${array(keys, (key) => key.customerId)}::uuid[])
      as k(ent_id, customer_id)
    where f.ent_id = k.ent_id and f.customer_id = k.customer_id`)
}

export async function removeAllFollowUps(db: Queryable, entId: EntId): Promise<void> {
  await db.execute(sql`delete from follow_up where (ent_id, customer_id) in (${lockedRows(entId)})`)
}

/** After a change of the setting every follow-up is due at once and checked by the new rule. */
export async function makeAllDue(db: Queryable, entId: EntId, now: Date): Promise<void> {
  await db.execute(sql`update follow_up set due_at = ${now} where (ent_id, customer_id) in (${lockedRows(entId)})`)
}

/** Locked in id order like everywhere else, so that two transactions can't deadlock. */
const lockedRows = (entId: EntId) =>
  sql`select ent_id, customer_id from follow_up where ent_id = ${entId} order by customer_id for update`

/** Claims due rows without a valid lease (`for update skip locked`) and leases them until the given time. */
export async function claimDue(db: Queryable, now: Date, until: Date, limit: number): Promise<Claim[]> {
  const { rows } = await db.execute<{
    entId: EntId
    customerId: CustomerId
    since: string
    step: number
    tries: number
  }>(
    sql`update follow_up f set held_until = ${until}, tries = f.tries + 1
      from (select ent_id, customer_id from follow_up
        where due_at <= ${now} and (held_until is null or held_until <= ${now})
        order by due_at limit ${limit} for update skip locked) due
      where f.ent_id = due.ent_id and f.customer_id = due.customer_id
      returning replace(f.ent_id::text, '-', '') as "entId", replace(f.customer_id::text, '-', '') as "customerId",
        f.since, f.step::int as step, f.tries`,
  )
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

/** Undefined when the claim is void: a reply or another step came since. */
export async function findClaimed(db: Queryable, claim: Claim): Promise<FollowUpRow | undefined> {
  const [row] = await db.select().from(followUp).where(isClaimed(claim))
  return row
}

export async function postpone(db: Queryable, claim: Claim, dueAt: Date): Promise<void> {
  await db.update(followUp).set({ dueAt, heldUntil: null, tries: 0 }).where(isClaimed(claim))
}

/** Ends the lease without counting the attempt. */
export async function release(db: Queryable, claim: Claim): Promise<void> {
  await db
    .update(followUp)
    .set({ heldUntil: null, tries: claim.tries - 1 })
    .where(isClaimed(claim))
}

/** Moves on to the next step, due at the given time. */
export async function advanceStep(db: Queryable, claim: Claim, next: { dueAt: Date; at: Date }): Promise<void> {
  await db
    .update(followUp)
    .set({ step: claim.step + 1, lastStepAt: next.at, dueAt: next.dueAt, heldUntil: null, tries: 0 })
    .where(isClaimed(claim))
}
