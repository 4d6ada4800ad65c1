import type { PointLotId, PointPool, PointRowId } from '@ruwu/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointAccount, pointLedger, pointLot } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import type { AccountRow } from './account.repo.ts'

export type LedgerRow = typeof pointLedger.$inferSelect

/** Why points move, as the bill says it. The same key moves them once. */
export type Cause = Pick<LedgerRow, 'type' | 'key'> &
  Partial<
    Pick<
      LedgerRow,
      'item' | 'relationId' | 'customerId' | 'sessionId' | 'messageId' | 'orderNo' | 'operatorId' | 'reason'
    >
  >

export type Movement = { pool: PointPool; lotId: PointLotId | null; delta: number }

/** Writes the movements of one cause with what each of them leaves. The account must be locked; lots are the caller's. */
export async function writeMovements(
  db: Queryable,
  account: AccountRow,
  cause: Cause,
  movements: readonly Movement[],
  now: Date,
): Promise<AccountRow> {
  if (movements.length === 0) return account
  const after = { ...account }
  const rows: (typeof pointLedger.$inferInsert)[] = []
  for (const [part, { pool, lotId, delta }] of movements.entries()) {
    after[pool] += delta
    const { entId, orderPoints, bonusOrderPoints, bonusHumanPoints } = after
    const balances = { orderPoints, bonusOrderPoints, bonusHumanPoints }
    rows.push({ entId, id: newId<PointRowId>(now), at: now, pool, lotId, delta, part, ...cause, ...balances })
  }
  await db.insert(pointLedger).values(rows)
  const { orderPoints, bonusOrderPoints, bonusHumanPoints } = after
  await db
    .update(pointAccount)
    .set({ orderPoints, bonusOrderPoints, bonusHumanPoints, updatedAt: now })
    .where(eq(pointAccount.entId, account.entId))
  return after
}

/** Which of these causes have moved points before. */
export async function knownKeys(db: Queryable, { entId }: AccountRow, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: pointLedger.key })
    .from(pointLedger)
    .where(and(eq(pointLedger.entId, entId), inArray(pointLedger.key, keys)))
  return new Set(rows.map((row) => row.key))
}

/** Points into a lot, or out of it. */
export async function changeLot(db: Queryable, { entId }: AccountRow, id: PointLotId, by: number): Promise<void> {
  await db
    .update(pointLot)
    .set({ remain: sql`${pointLot.remain} + ${by}` })
    .where(and(eq(pointLot.entId, entId), eq(pointLot.id, id)))
}
