import type { AgentId, CustomerId, EntId, Reminder, ReminderId } from '@ruwu/contract'
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../db/database.ts'
import { customer, customerReminder } from '../db/schema/index.ts'

export type ReminderRow = typeof customerReminder.$inferSelect
type Owner = { entId: EntId; agentId: AgentId }

export async function insertReminder(db: Queryable, row: Omit<ReminderRow, 'firedAt'>): Promise<void> {
  await db.insert(customerReminder).values(row)
}

/** The customer of the reminder; undefined: the agent has no such reminder. */
export async function deleteReminder(db: Queryable, owner: Owner, id: ReminderId): Promise<CustomerId | undefined> {
  const [removed] = await db
    .delete(customerReminder)
    .where(own(owner, id))
    .returning({ customerId: customerReminder.customerId })
  return removed?.customerId
}

/** Is due again at another time. The customer of the reminder; undefined: the agent has no such reminder. */
export async function moveReminder(
  db: Queryable,
  owner: Owner,
  { id, remindAt }: { id: ReminderId; remindAt: Date },
): Promise<CustomerId | undefined> {
  const [moved] = await db
    .update(customerReminder)
    .set({ remindAt, firedAt: null })
    .where(own(owner, id))
    .returning({ customerId: customerReminder.customerId })
  return moved?.customerId
}

const own = ({ entId, agentId }: Owner, id: ReminderId) =>
  and(eq(customerReminder.entId, entId), eq(customerReminder.id, id), eq(customerReminder.agentId, agentId))

/** Those that are not done, whether due or not. */
export async function countReminders(
  tx: Transaction,
  { entId, agentId }: Owner,
  customerId: CustomerId,
): Promise<number> {
  const [row] = await tx.sql
    .select({ count: sql<number>`count(*)::int` })
    .from(customerReminder)
    .where(
      and(
        eq(customerReminder.entId, entId),
        eq(customerReminder.customerId, customerId),
        eq(customerReminder.agentId, agentId),
      ),
    )
  return row?.count ?? 0
}

/** Due reminders, marked as fired; rows locked by another node are skipped. */
export async function takeDue(tx: Transaction, now: Date, limit: number) {
  const due = await tx.sql
    .select({ reminder: customerReminder, customerRow: customer })
    .from(customerReminder)
    .innerJoin(customer, and(eq(customer.entId, customerReminder.entId), eq(customer.id, customerReminder.customerId)))
    .where(and(isNull(customerReminder.firedAt), lte(customerReminder.remindAt, now)))
    .orderBy(asc(customerReminder.remindAt), asc(customerReminder.id))
    .limit(limit)
    .for('update', { of: customerReminder, skipLocked: true })
  for (const { reminder } of due) {
    await tx.sql
      .update(customerReminder)
      .set({ firedAt: now })
      .where(and(eq(customerReminder.entId, reminder.entId), eq(customerReminder.id, reminder.id)))
  }
  return due
}

/** Those that are not done, soonest first. */
export async function listReminders(db: Queryable, { entId, agentId }: Owner, id: CustomerId): Promise<Reminder[]> {
  const rows = await db
    .select({ id: customerReminder.id, remindAt: customerReminder.remindAt, note: customerReminder.note })
    .from(customerReminder)
    .where(
      and(
        eq(customerReminder.entId, entId),
        eq(customerReminder.customerId, id),
        eq(customerReminder.agentId, agentId),
      ),
    )
    .orderBy(asc(customerReminder.remindAt), asc(customerReminder.id))
  return rows.map((row) => ({ ...row, remindAt: row.remindAt.toISOString() }))
}
