import type { AgentId, CustomerId, EntId, Reminder, ReminderId } from '@ruwu/contract'
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../db/database.ts'
import { customer, customerReminder } from '../db/schema/index.ts'

export type ReminderRow = typeof customerReminder.$inferSelect
type Owner = { entId: EntId; agentId: AgentId }

export async function insertReminder(db: Queryable, row: Omit<ReminderRow, 'firedAt'>): Promise<void> {
  await db.insert(customerReminder).values(row)
}

/** False: the agent has no such reminder. */
export async function deleteReminder(db: Queryable, { entId, agentId }: Owner, id: ReminderId): Promise<boolean> {
  const removed = await db
    .delete(customerReminder)
    .where(and(eq(customerReminder.entId, entId), eq(customerReminder.id, id), eq(customerReminder.agentId, agentId)))
    .returning({ id: customerReminder.id })
  return removed.length > 0
}

export async function countPending(
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
        isNull(customerReminder.firedAt),
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
    .orderBy(asc(customerReminder.remindAt))
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

/** Pending ones, soonest first. */
export async function listReminders(db: Queryable, { entId, agentId }: Owner, id: CustomerId): Promise<Reminder[]> {
  const rows = await db
    .select({ id: customerReminder.id, remindAt: customerReminder.remindAt, note: customerReminder.note })
    .from(customerReminder)
    .where(
      and(
        eq(customerReminder.entId, entId),
        eq(customerReminder.customerId, id),
        eq(customerReminder.agentId, agentId),
        isNull(customerReminder.firedAt),
      ),
    )
    .orderBy(asc(customerReminder.remindAt), asc(customerReminder.id))
  return rows.map((row) => ({ ...row, remindAt: row.remindAt.toISOString() }))
}
