import type { CustomerId, EntId } from '@ruwu/contract'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { aiHandoff } from '../../db/schema/index.ts'
import type { Case } from '../customer/index.ts'

export type DueHint = { entId: EntId; customerId: CustomerId; epoch: number; reason: string }

/** Whom somebody has taken up nobody needs to be called to. */
export async function withholdHints(db: Queryable, cases: readonly Case[]): Promise<void> {
  if (cases.length === 0) return
  const rows = cases.map((each) => each.customer)
  await db.execute(sql`update ai_handoff h set hint_at = null
    from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.id)}::uuid[]) as k(ent_id, customer_id)
    where h.ent_id = k.ent_id and h.customer_id = k.customer_id and h.hint_at is not null`)
}

export const listDueHints = (db: Queryable, now: Date, limit: number): Promise<DueHint[]> =>
  db
    .select({
      entId: aiHandoff.entId,
      customerId: aiHandoff.customerId,
      epoch: aiHandoff.epoch,
      reason: aiHandoff.reason,
    })
    .from(aiHandoff)
    .where(lte(aiHandoff.hintAt, now))
    .orderBy(asc(aiHandoff.hintAt))
    .limit(limit)

/** True for the one who may give it. */
export async function takeHint(db: Queryable, { entId, customerId, epoch }: DueHint): Promise<boolean> {
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
