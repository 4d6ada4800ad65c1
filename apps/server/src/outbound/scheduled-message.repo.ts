import type { AgentId, CustomerId, EntId, ScheduledMessageId } from '@ruwu/contract'
import { and, asc, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { agent, customer, enterprise, scheduledMessage } from '../db/schema/index.ts'

export type ScheduledRow = typeof scheduledMessage.$inferSelect
export type ScheduledKey = Pick<ScheduledRow, 'entId' | 'id' | 'customerId' | 'agentId'>

const isRow = ({ entId, id }: Pick<ScheduledRow, 'entId' | 'id'>) =>
  and(eq(scheduledMessage.entId, entId), eq(scheduledMessage.id, id))

/** In the order of sending. */
export const listScheduled = (db: Queryable, entId: EntId, customerId: CustomerId) =>
  db
    .select({ ...getTableColumns(scheduledMessage), agentName: agent.name })
    .from(scheduledMessage)
    .innerJoin(agent, and(eq(agent.entId, scheduledMessage.entId), eq(agent.id, scheduledMessage.agentId)))
    .where(and(eq(scheduledMessage.entId, entId), eq(scheduledMessage.customerId, customerId)))
    .orderBy(asc(scheduledMessage.sendAt), asc(scheduledMessage.id))

/** Locked. The customer's row is locked before it, by every caller. */
export async function lockScheduled(
  db: Queryable,
  key: Pick<ScheduledRow, 'entId' | 'id'>,
): Promise<ScheduledRow | undefined> {
  const [row] = await db.select().from(scheduledMessage).where(isRow(key)).for('update')
  return row
}

export async function findScheduled(
  db: Queryable,
  entId: EntId,
  id: ScheduledMessageId,
): Promise<ScheduledRow | undefined> {
  const [row] = await db.select().from(scheduledMessage).where(isRow({ entId, id }))
  return row
}

export async function insertScheduled(db: Queryable, row: typeof scheduledMessage.$inferInsert): Promise<void> {
  await db.insert(scheduledMessage).values(row)
}

export async function updateScheduled(db: Queryable, row: ScheduledRow, to: Partial<ScheduledRow>): Promise<void> {
  await db.update(scheduledMessage).set(to).where(isRow(row))
}

/** The writer of messages to an unassigned customer has received them. */
export async function setScheduledOwner(
  db: Queryable,
  { entId, id: customerId }: { entId: EntId; id: CustomerId },
  agentId: AgentId,
): Promise<void> {
  await db
    .update(scheduledMessage)
    .set({ ownerId: agentId })
    .where(
      and(
        eq(scheduledMessage.entId, entId),
        eq(scheduledMessage.customerId, customerId),
        eq(scheduledMessage.agentId, agentId),
        isNull(scheduledMessage.ownerId),
      ),
    )
}

/** False: it was sent or deleted meanwhile. */
export async function deleteScheduled(db: Queryable, row: Pick<ScheduledRow, 'entId' | 'id'>): Promise<boolean> {
  const deleted = await db.delete(scheduledMessage).where(isRow(row)).returning({ id: scheduledMessage.id })
  return deleted.length > 0
}

const keyOf = {
  entId: scheduledMessage.entId,
  id: scheduledMessage.id,
  customerId: scheduledMessage.customerId,
  agentId: scheduledMessage.agentId,
}

// Written out, so that the partial index is used.
const isStillWaiting = sql`${scheduledMessage.state} = 'waiting'`

/** Those of a suspended enterprise wait. */
export const listDueScheduled = (db: Queryable, now: Date, limit: number): Promise<ScheduledKey[]> =>
  db
    .select(keyOf)
    .from(scheduledMessage)
    .innerJoin(enterprise, and(eq(enterprise.id, scheduledMessage.entId), isNull(enterprise.suspendedAt)))
    .where(and(isStillWaiting, lte(scheduledMessage.sendAt, now)))
    .orderBy(asc(scheduledMessage.sendAt), asc(scheduledMessage.id))
    .limit(limit)

/** The next of all waiting messages by key, and whether the customer's next message or owner stops them. */
export const walkScheduled = (
  db: Queryable,
  after: ScheduledKey | undefined,
  limit: number,
): Promise<(ScheduledKey & { isStopped: boolean })[]> =>
  db
    .select({
      ...keyOf,
      isStopped: sql<boolean>`coalesce(${customer.agentId} <> ${scheduledMessage.agentId}, ${scheduledMessage.ownerId} is not null)
        or (not ${scheduledMessage.keepOnReply} and ${customer.lastInboundSeq} > ${scheduledMessage.inboundSeq})`,
    })
    .from(scheduledMessage)
    .innerJoin(customer, and(eq(customer.entId, scheduledMessage.entId), eq(customer.id, scheduledMessage.customerId)))
    .where(
      and(
        isStillWaiting,
        after && sql`(${scheduledMessage.entId}, ${scheduledMessage.id}) > (${after.entId}::uuid, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(scheduledMessage.entId), asc(scheduledMessage.id))
    .limit(limit)
