import type { CustomerId, EntId } from '@ruwu/contract'
import { HANDOFF_HINT_MS } from '@ruwu/domain'
import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { CustomerChange, CustomerRow } from '../../customer/customer-change.ts'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { aiHandoff, BY_FLOW } from '../../db/schema/index.ts'

/** False when this epoch has a handoff already. */
export async function insertHandoff(db: Queryable, row: typeof aiHandoff.$inferInsert): Promise<boolean> {
  const inserted = await db.insert(aiHandoff).values(row).onConflictDoNothing().returning({ epoch: aiHandoff.epoch })
  return inserted.length > 0
}

/** Handoffs of the past, without a hint. */
export async function insertPastHandoffs(
  db: Queryable,
  rows: readonly Omit<typeof aiHandoff.$inferInsert, 'hintAt'>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(aiHandoff).values([...rows])
}

/** Reason of handoffs without note, hint or message: they are stored for the statistics only. */
export const OUT_OF_POINTS = 'points'

/** Records that the AI stopped because points ran out, in the epoch that ended with it (the one before the current). */
export async function recordOutOfPoints(db: Queryable, changes: readonly CustomerChange[], now: Date): Promise<void> {
  const ended = changes.map(({ customer }) => customer).filter(({ sessionId }) => sessionId !== null)
  if (ended.length === 0) return
  await db.execute(sql`insert into ai_handoff (ent_id, customer_id, epoch, relation_id, session_id, reason, at)
    select c.*, ${OUT_OF_POINTS}, ${now}
    from unnest(${array(ended, (row) => row.entId)}::uuid[], ${array(ended, (row) => row.id)}::uuid[],
      ${array(ended, (row) => row.receptionEpoch - 1)}::int[], ${array(ended, (row) => row.relationId)}::uuid[],
      ${array(ended, (row) => row.sessionId)}::uuid[]) as c
    on conflict do nothing`)
}

/** A workflow gave the customer to people: agents get the hint of every handoff. Idempotent per epoch. */
export const recordFlowHandoff = (
  db: Queryable,
  { entId, customerId, epoch, relationId, sessionId }: Omit<typeof aiHandoff.$inferInsert, 'reason' | 'at'>,
  now: Date,
): Promise<boolean> =>
  insertHandoff(db, {
    entId,
    customerId,
    epoch,
    relationId,
    sessionId,
    reason: BY_FLOW,
    at: now,
    hintAt: new Date(now.getTime() + HANDOFF_HINT_MS),
  })

export type DueHint = { entId: EntId; customerId: CustomerId; epoch: number; reason: string; hintAt: Date }

/** Cancels pending hints of customers an agent attends to. */
export async function cancelHints(db: Queryable, changes: readonly CustomerChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map((each) => each.customer)
  await db.execute(sql`update ai_handoff h set hint_at = null
    from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.id)}::uuid[]) as k(ent_id, customer_id)
    where h.ent_id = k.ent_id and h.customer_id = k.customer_id and h.hint_at is not null`)
}

/** True: the handoff's last answer to a further request is older than `since`, and a new one is recorded. */
export async function noteRequestAnswered(
  db: Queryable,
  { entId, customerId, epoch }: Pick<DueHint, 'entId' | 'customerId' | 'epoch'>,
  since: Date,
  now: Date,
): Promise<boolean> {
  const { requestAnsweredAt: last } = aiHandoff
  const rows = await db
    .update(aiHandoff)
    .set({ requestAnsweredAt: now })
    .where(
      and(
        eq(aiHandoff.entId, entId),
        eq(aiHandoff.customerId, customerId),
        eq(aiHandoff.epoch, epoch),
        or(isNull(last), lte(last, since)),
      ),
    )
    .returning({ epoch: aiHandoff.epoch })
  return rows.length === 1
}

/** Customers who wait longer for the same agent, or in the queue. */
export async function countAhead(db: Queryable, { entId, id, agentId, waitingSince }: CustomerRow): Promise<number> {
  const { rows } = await db.execute<{ ahead: number }>(sql`select count(*)::int as ahead from customer c
    where c.ent_id = ${entId} and c.id <> ${id} and c.agent_id is not distinct from ${agentId}::uuid
      and not c.archive and not c.is_blocked and c.reception_type = 'manual' and c.waiting_since < ${waitingSince}`)
  return rows[0]?.ahead ?? 0
}

/** Oldest first, after the given cursor. */
export async function listDueHints(
  db: Queryable,
  now: Date,
  limit: number,
  after: DueHint | undefined,
): Promise<DueHint[]> {
  const { hintAt, entId, customerId, epoch } = aiHandoff
  const isAfter =
    after &&
    sql`(${hintAt}, ${entId}, ${customerId}, ${epoch})
      > (${after.hintAt.toISOString()}::timestamptz, ${after.entId}::uuid, ${after.customerId}::uuid, ${after.epoch}::int)`
  const rows = await db
    .select({
      entId,
      customerId,
      epoch,
      reason: aiHandoff.reason,
      hintAt,
    })
    .from(aiHandoff)
    .where(and(lte(hintAt, now), isAfter))
    .orderBy(asc(hintAt), asc(entId), asc(customerId), asc(epoch))
    .limit(limit)
  return rows.map((row) => ({ ...row, hintAt: row.hintAt ?? now }))
}

/** Claims the hint: true for exactly one caller, who then sends it. */
export async function claimHint(db: Queryable, { entId, customerId, epoch }: DueHint): Promise<boolean> {
  const rows = await db
    .update(aiHandoff)
    .set({ hintAt: null })
    .where(
      and(
        eq(aiHandoff.entId, entId),
        eq(aiHandoff.customerId, customerId),
        eq(aiHandoff.epoch, epoch),
        isNotNull(aiHandoff.hintAt),
      ),
    )
    .returning({ epoch: aiHandoff.epoch })
  return rows.length === 1
}
