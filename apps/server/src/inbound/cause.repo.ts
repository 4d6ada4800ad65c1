import type { CustomerId, EntId } from '@ruwu/contract'
import { and, asc, eq, lte, notInArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../db/database.ts'
import { records, updateRows } from '../db/rows.ts'
import { inboundCause } from '../db/schema/index.ts'
import type { Cause, CauseRow } from './conversation-event.ts'

/** Lease of a claimed cause; one whose handling failed is tried again after it. */
export const CAUSE_LEASE_MS = 60_000
/** Few enough that the lease outlasts them where each waits for a model. */
const AT_ONCE = 10
const KEY = ['ent_id', 'customer_id', 'message_seq']

/** In the transaction that stores the messages, so that a crash after it loses no cause. */
export async function storeCauses(db: Queryable, causes: readonly Cause[], now: Date): Promise<void> {
  if (causes.length === 0) return
  const rows = causes.map(({ entId, customerId, messageSeq, ...what }) => ({
    entId,
    customerId,
    messageSeq,
    what,
    createdAt: now,
    dueAt: now,
  }))
  await db.execute(sql`insert into inbound_cause select * from ${records(inboundCause, rows)} on conflict do nothing`)
}

/** Leases the first due causes, all of one enterprise, without those of these enterprises and customers. */
export function claimCauses(
  db: Database,
  now: Date,
  except: { enterprises: EntId[]; customers: CustomerId[] },
): Promise<CauseRow[]> {
  return db.transaction(async ({ sql: tx }) => {
    const isDue = and(
      lte(inboundCause.dueAt, now),
      notInArray(inboundCause.entId, except.enterprises),
      notInArray(inboundCause.customerId, except.customers),
    )
    const first = tx
      .select({ entId: inboundCause.entId })
      .from(inboundCause)
      .where(isDue)
      .orderBy(asc(inboundCause.dueAt), asc(inboundCause.messageSeq))
      .limit(1)
      .for('update', { skipLocked: true })
    const rows = await tx
      .select()
      .from(inboundCause)
      .where(and(isDue, eq(inboundCause.entId, first)))
      .orderBy(asc(inboundCause.dueAt), asc(inboundCause.messageSeq))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    const dueAt = new Date(now.getTime() + CAUSE_LEASE_MS)
    const leased = rows.map((row) => ({ ...row, dueAt }))
    await updateRows(tx, inboundCause, KEY, ['due_at'], leased)
    return rows
  })
}

/** Deletes a cause in the transaction of its effect, so that they happen once. False: another worker was first. */
export async function takeCause(
  db: Queryable,
  { entId, customerId, messageSeq }: Pick<Cause, 'entId' | 'customerId' | 'messageSeq'>,
): Promise<boolean> {
  const rows = await db
    .delete(inboundCause)
    .where(
      and(
        eq(inboundCause.entId, entId),
        eq(inboundCause.customerId, customerId),
        eq(inboundCause.messageSeq, messageSeq),
      ),
    )
    .returning({ seq: inboundCause.messageSeq })
  return rows.length === 1
}

/** To their new `dueAt`. */
export const postponeCauses = (db: Queryable, rows: readonly CauseRow[]): Promise<void> =>
  updateRows(db, inboundCause, KEY, ['due_at'], rows)

export async function deleteCauses(db: Queryable, rows: readonly CauseRow[]): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`delete from inbound_cause c using ${records(inboundCause, rows)} r
    where c.ent_id = r.ent_id and c.customer_id = r.customer_id and c.message_seq = r.message_seq`)
}
