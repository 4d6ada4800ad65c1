import type { CustomerId, EntId } from '@ruwu/contract'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { aiHandoff } from '../../db/schema/index.ts'
import type { Case } from '../../customer/index.ts'

export type DueHint = { entId: EntId; customerId: CustomerId; epoch: number; reason: string; hintAt: Date }

/** Whom somebody has taken up nobody needs to be called to. */
export async function withholdHints(db: Queryable, cases: readonly Case[]): Promise<void> {
  if (cases.length === 0) return
  const rows = cases.map((each) => each.customer)
  await db.execute(sql`update ai_handoff h set hint_at = null
    from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.id)}::uuid[]) as k(ent_id, customer_id)
    where h.ent_id = k.ent_id and h.customer_id = k.customer_id and h.hint_at is not null`)
}

/** The oldest first; those that come after the given one. */
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
