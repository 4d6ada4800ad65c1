import type { CustomerId, EntId } from '@ruwu/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customer, threadSummary } from '../../db/schema/index.ts'

export type SummaryRow = typeof threadSummary.$inferSelect

export async function findSummary(
  db: Queryable,
  entId: EntId,
  customerId: CustomerId,
): Promise<SummaryRow | undefined> {
  const [row] = await db
    .select()
    .from(threadSummary)
    .where(and(eq(threadSummary.entId, entId), eq(threadSummary.customerId, customerId)))
  return row
}

/** Keeps the last one. The lock makes an erasure wait, which then deletes it; after one nothing is stored. */
export async function saveSummary(db: Queryable, row: SummaryRow): Promise<void> {
  const { entId, customerId, ...summary } = row
  const [found] = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, customerId), isNull(customer.erasedAt)))
    .for('share')
  if (!found) return
  await db
    .insert(threadSummary)
    .values(row)
    .onConflictDoUpdate({
      target: [threadSummary.entId, threadSummary.customerId],
      set: summary,
    })
}
