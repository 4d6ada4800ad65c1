import type { CustomerId, EntId, MessageId, RelationId } from '@ruwu/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../db/database.ts'
import { outbox } from '../db/schema/index.ts'

export type OutboxRow = typeof outbox.$inferSelect
type OutboxKey = { entId: EntId; messageId: MessageId }

/** Rate limit per account: messages per second, with a burst of one second. */
const SENDS_PER_SECOND = 5
const STEP_MS = 1000 / SENDS_PER_SECOND
const BURST_MS = 1000 - STEP_MS
/** How long an undelivered message holds back the customer's later ones (order of a thread). */
const HOLD_BACK_MS = 15_000
/** Lease of a claimed row: after it the worker counts as dead. */
const PREPARE_LEASE_MS = 60_000

const isRow = ({ entId, messageId }: OutboxKey) => and(eq(outbox.entId, entId), eq(outbox.messageId, messageId))

/** Claims due rows: the oldest of each customer, and per account no more than the rate limit allows. */
export function claim(db: Database, now: Date, limit: number): Promise<OutboxRow[]> {
  return db.transaction(async ({ sql: tx }) => {
    const held = new Date(now.getTime() - HOLD_BACK_MS)
    const due = await tx
      .select()
      .from(outbox)
      .where(
        sql`${outbox.state} = 'queued' and ${outbox.dueAt} <= ${now} and not exists (
          select 1 from outbox p where p.ent_id = ${outbox.entId} and p.customer_id = ${outbox.customerId}
            and p.seq < ${outbox.seq} and p.created_at > ${held})`,
      )
      .orderBy(outbox.dueAt, outbox.seq)
      .limit(limit)
      .for('update', { skipLocked: true })
    const claimed: OutboxRow[] = []
    for (const [, rows] of Map.groupBy(due, (row) => row.relationId)) {
      for (const [index, at] of (await reserveSendTimes(tx, rows, now)).entries()) {
        const row = rows[index]
        if (!row) continue
        if (at > now) await tx.update(outbox).set({ dueAt: at }).where(isRow(row))
        else claimed.push(row)
      }
    }
    const until = new Date(now.getTime() + PREPARE_LEASE_MS)
    for (const row of claimed) await tx.update(outbox).set({ state: 'claimed', dueAt: until }).where(isRow(row))
    return claimed.map((row) => ({ ...row, state: 'claimed' as const }))
  })
}

/** Send times of an account's messages. The account's row is locked, so the rate limit holds over all workers. */
async function reserveSendTimes(tx: Queryable, rows: readonly OutboxRow[], now: Date): Promise<Date[]> {
  const [first] = rows
  if (!first) return []
  const { rows: found } = await tx.execute<{ pace_at: string | null }>(sql`select pace_at from channel_account
    where ent_id = ${first.entId} and id = ${first.relationId} for no key update`)
  let next = Math.max(now.getTime(), found[0]?.pace_at ? Date.parse(found[0].pace_at) : 0)
  const sendTimes = rows.map(() => {
    const at = next - BURST_MS
    if (at > now.getTime()) return new Date(at)
    next += STEP_MS
    return now
  })
  await tx.execute(sql`update channel_account set pace_at = ${new Date(next)}
    where ent_id = ${first.entId} and id = ${first.relationId}`)
  return sendTimes
}

/** Marks the row as being sent. Undefined: another worker has it, or it is gone. */
export async function beginSending(db: Database, row: OutboxRow, until: Date): Promise<OutboxRow | undefined> {
  const [begun] = await db.sql
    .update(outbox)
    .set({ state: 'sending', tries: row.tries + 1, dueAt: until })
    .where(and(isRow(row), eq(outbox.state, 'claimed'), eq(outbox.requestId, row.requestId)))
    .returning()
  return begun
}

type Move = Partial<Pick<OutboxRow, 'meta'>> & { state: 'queued' | 'unknown'; dueAt: Date }

/** Back to the queue, or to waiting for its echo. No-op when the row was changed meanwhile (compare and set on state). */
export async function move(db: Database, row: OutboxRow, to: Move): Promise<void> {
  await db.sql
    .update(outbox)
    .set(to)
    .where(and(isRow(row), eq(outbox.requestId, row.requestId), eq(outbox.state, row.state)))
}

/** Rows whose lease or echo wait has expired. */
export async function takeOverdue(db: Database, now: Date, limit: number): Promise<OutboxRow[]> {
  return db.sql
    .select()
    .from(outbox)
    .where(sql`${outbox.state} <> 'queued' and ${outbox.dueAt} <= ${now}`)
    .orderBy(outbox.dueAt)
    .limit(limit)
}

export async function insertOutbox(db: Queryable, row: typeof outbox.$inferInsert): Promise<void> {
  await db.insert(outbox).values(row)
}

/** A customer's messages that no worker has begun to send, locked. */
export const lockUnsent = (db: Queryable, entId: EntId, customerId: CustomerId): Promise<OutboxRow[]> =>
  db
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.entId, entId),
        eq(outbox.customerId, customerId),
        inArray(outbox.state, ['queued', 'claimed'] as const),
      ),
    )
    .orderBy(asc(outbox.seq))
    .for('update')

/** The customer's messages that wait for another attempt: when, and why. */
export async function listRetries(db: Queryable, entId: EntId, customerId: CustomerId) {
  const rows = await db
    .select({ id: outbox.messageId, at: outbox.dueAt, meta: outbox.meta })
    .from(outbox)
    .where(and(eq(outbox.entId, entId), eq(outbox.customerId, customerId), eq(outbox.state, 'queued')))
  return new Map(
    rows.flatMap(({ id, at, meta: { retryMsg: msg } }) => (msg ? [[id, { at: at.toISOString(), msg }] as const] : [])),
  )
}

/** Takes a message back that is still queued; undefined: a worker may be sending it. */
export async function dropQueued(
  db: Queryable,
  key: OutboxKey,
): Promise<{ quotaRule: OutboxRow['quotaRule'] } | undefined> {
  const [dropped] = await db
    .delete(outbox)
    .where(and(isRow(key), eq(outbox.state, 'queued')))
    .returning({ quotaRule: outbox.quotaRule })
  return dropped
}

/** False: it was not there any more. */
export async function deleteOutbox(db: Queryable, key: OutboxKey): Promise<boolean> {
  const dropped = await db.delete(outbox).where(isRow(key)).returning({ seq: outbox.seq })
  return dropped.length > 0
}

/**
 * Makes queued messages of unbound accounts due at once, so that they fail for lack of authorisation. Rows locked by a worker are
 * skipped: the worker waits for the account's lock, so waiting for its row here would deadlock.
 */
export async function expediteQueued(db: Queryable, entId: EntId, relationIds: RelationId[], now: Date): Promise<void> {
  const queued = db
    .select({ id: outbox.messageId })
    .from(outbox)
    .where(and(eq(outbox.entId, entId), inArray(outbox.relationId, relationIds), eq(outbox.state, 'queued')))
    .for('update', { skipLocked: true })
  await db
    .update(outbox)
    .set({ dueAt: now })
    .where(and(eq(outbox.entId, entId), inArray(outbox.messageId, queued)))
}
