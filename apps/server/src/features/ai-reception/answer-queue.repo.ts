import { AiDraft, type CustomerId, type EntId } from '@ruwu/contract'
import { answerDue, isSessionOver } from '@ruwu/domain'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { hosting, hostingVersion } from '../../customer/account-reception.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { aiAgent, aiAgentVersion, aiWaiting, channelAccount, customer } from '../../db/schema/index.ts'
import { awaitsAi, isReceivedByAi } from './awaits-ai.ts'

/** A lease on a queue row: this node answers the customer now. */
export type Claim = { entId: EntId; customerId: CustomerId; round: number; tries: number; dueAt: Date }

type Key = Pick<Claim, 'entId' | 'customerId'>

const DEFAULT_MERGE_SEC = AiDraft.parse({}).advanced.mergeSec

/** 'burst': a new message, merged with those that follow. 'return': the AI receives the customer again with a message unanswered. */
function enqueueReason({ customer: row, before, isNew }: CustomerChange, now: Date): 'burst' | 'return' | undefined {
  if (!awaitsAi(row)) return undefined
  if (isNew || row.lastInboundSeq !== before.lastInboundSeq) return 'burst'
  if (isReceivedByAi(before)) return undefined
  // Unarchiving a customer whose session is over does not answer the old message.
  const isLookedUp = before.receptionType === 'ai_agent' && isSessionOver(row.lastInboundAt ?? now, now)
  return isLookedUp ? undefined : 'return'
}

/** Enqueues answers in the transaction that stores the messages; returns the changes that were enqueued. */
export async function enqueueAnswers(
  db: Queryable,
  changes: readonly CustomerChange[],
  now: Date,
): Promise<CustomerChange[]> {
  const waiting = changes.filter((each) => enqueueReason(each, now) !== undefined)
  if (waiting.length === 0) return []
  const known = await readMergeWindows(
    db,
    waiting.map((each) => each.customer),
  )
  const rows = waiting.map((each) => {
    const { entId, id } = each.customer
    const window = known.get(id)
    const firstAt = window?.firstAt ?? now
    const mergeSec = enqueueReason(each, now) === 'burst' ? (window?.mergeSec ?? DEFAULT_MERGE_SEC) : 0
    return { entId, customerId: id, firstAt, dueAt: answerDue(firstAt, now, mergeSec) }
  })
  await db.execute(sql`insert into ai_waiting as w (ent_id, customer_id, first_at, due_at)
    select * from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.customerId)}::uuid[],
      ${array(rows, (row) => row.firstAt)}::timestamptz[], ${array(rows, (row) => row.dueAt)}::timestamptz[])
    on conflict (ent_id, customer_id) do update
      set due_at = excluded.due_at, round = w.round + 1, held_until = null, tries = 0`)
  return waiting
}

/** Enqueues customers without a merge window, after the AI was switched on for their account. */
export async function enqueueNow(db: Queryable, entId: EntId, ids: readonly CustomerId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`insert into ai_waiting as w (ent_id, customer_id, first_at, due_at)
    select ${entId}::uuid, id, ${now}, ${now} from unnest(${array(ids, (id) => id)}::uuid[]) as k(id)
    on conflict (ent_id, customer_id) do update
      set due_at = excluded.due_at, round = w.round + 1, held_until = null, tries = 0`)
}

/** Merge window of each customer's AI in seconds, and the time of the first queued message. */
async function readMergeWindows(db: Queryable, customers: readonly Pick<CustomerChange['customer'], 'entId' | 'id'>[]) {
  const rows = await db
    .select({
      id: customer.id,
      firstAt: aiWaiting.firstAt,
      mergeSec: sql<number | null>`(${aiAgentVersion.config} #>> '{advanced,mergeSec}')::int`,
    })
    .from(customer)
    .innerJoin(
      channelAccount,
      and(eq(channelAccount.entId, customer.entId), eq(channelAccount.id, customer.relationId)),
    )
    .leftJoin(aiAgent, hosting)
    .leftJoin(aiAgentVersion, hostingVersion)
    .leftJoin(aiWaiting, and(eq(aiWaiting.entId, customer.entId), eq(aiWaiting.customerId, customer.id)))
    .where(
      and(
        inArray(customer.entId, [...new Set(customers.map(({ entId }) => entId))]),
        inArray(
          customer.id,
          customers.map(({ id }) => id),
        ),
      ),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Free slots of this node, and its running answers per enterprise. */
type Capacity = { free: number; running: ReadonlyMap<EntId, number> }

/** Fairness: an enterprise gets at most this many times the slots that stay free for others. */
const SHARE_OF_FREE = 3

/**
 * Claims due rows without a valid lease (`for update skip locked`) and leases them until the given time. Round robin over enterprises,
 * those with the fewest running answers first; no enterprise takes all slots, so a hanging model of one does not block the others.
 */
export async function claimDue(db: Queryable, now: Date, until: Date, { free, running }: Capacity): Promise<Claim[]> {
  const held = [...running]
  const isDue = (waiting: string) =>
    sql`${sql.raw(waiting)}.due_at <= ${now} and (${sql.raw(waiting)}.held_until is null or ${sql.raw(waiting)}.held_until <= ${now})`
  const { rows } = await db.execute<Omit<Claim, 'dueAt'> & { dueAt: string }>(sql`
    with due as (
      select d.ent_id, d.customer_id, d.due_at,
        coalesce(r.count, 0) + row_number() over (partition by d.ent_id order by d.due_at) as place
      from ai_waiting d left join unnest(${array(held, ([entId]) => entId)}::uuid[],
        ${array(held, ([, count]) => count)}::int[]) as r(ent_id, count) on r.ent_id = d.ent_id
      where ${isDue('d')}
    ), queue as (
      select due.*, row_number() over (order by place, due_at) as turn from due
    )
    update ai_waiting w set held_until = ${until}, tries = w.tries + 1
    from (select l.ent_id, l.customer_id from queue q
        join ai_waiting l on l.ent_id = q.ent_id and l.customer_id = q.customer_id
      where ${isDue('l')} and q.turn <= ${free}::int and q.place <= 1 + ${SHARE_OF_FREE}::int * (${free}::int - q.turn)
      order by q.turn for update of l skip locked) next
    where w.ent_id = next.ent_id and w.customer_id = next.customer_id
    returning replace(w.ent_id::text, '-', '') as "entId", replace(w.customer_id::text, '-', '') as "customerId",
      w.round, w.tries, w.due_at as "dueAt"`)
  return rows.map((row) => ({ ...row, dueAt: new Date(row.dueAt) }))
}

/** The next due time, and whether rows are due that found no free slot. */
export async function readNextDue(db: Queryable, now: Date): Promise<{ next: Date | undefined; isBehind: boolean }> {
  const { rows } = await db.execute<{ next: string | null; isBehind: boolean }>(sql`
    select min(at) filter (where at > ${now}) as next, coalesce(bool_or(at <= ${now}), false) as "isBehind"
    from (select greatest(due_at, coalesce(held_until, due_at)) as at from ai_waiting) w`)
  const [found] = rows
  return { next: found?.next ? new Date(found.next) : undefined, isBehind: found?.isBehind ?? false }
}

/** Removes the claimed round; a newer round of the same customer stays. */
export async function dequeue(db: Queryable, { entId, customerId, round }: Claim): Promise<void> {
  await db.delete(aiWaiting).where(and(isQueued({ entId, customerId }), eq(aiWaiting.round, round)))
}

/** Ends the lease, so that another node can claim the row. */
export const releaseClaim = (db: Queryable, claim: Claim): Promise<void> => postponeClaim(db, claim, claim.dueAt)

export async function postponeClaim(db: Queryable, { entId, customerId, round }: Claim, dueAt: Date): Promise<void> {
  await db
    .update(aiWaiting)
    .set({ dueAt, heldUntil: null, tries: 0 })
    .where(and(isQueued({ entId, customerId }), eq(aiWaiting.round, round)))
}

const isQueued = ({ entId, customerId }: Key) => and(eq(aiWaiting.entId, entId), eq(aiWaiting.customerId, customerId))
