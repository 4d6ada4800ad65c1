import type { EntId, MessageId, PointLotId } from '@ruwu/contract'
import { expiryOf, hasPointsLeft, leftAfterDebt } from '@ruwu/domain'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../db/database.ts'
import { pointLedger, pointLot } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { type AccountRow, lockAccount } from './account.repo.ts'
import { countToDay } from './day.ts'
import { changeLot, knownKeys, type LedgerRow, writeMovements } from './ledger.repo.ts'

/** What an answer cost that did not arrive comes back to where it was taken from, once. How much came back. */
export async function refundAnswer(
  tx: Transaction,
  { entId, messageId }: { entId: EntId; messageId: MessageId },
  now: Date,
): Promise<number> {
  const before = await lockAccount(tx.sql, entId)
  const charged = await tx.sql
    .select()
    .from(pointLedger)
    .where(and(eq(pointLedger.entId, entId), eq(pointLedger.messageId, messageId), eq(pointLedger.type, 'consume')))
    .orderBy(asc(pointLedger.key), asc(pointLedger.part))
  const keys = [...new Set(charged.map((row) => row.key))]
  const known = keys.length > 0 ? await knownKeys(tx.sql, before, keys.map(refundKey)) : new Set<string>()
  let account = before
  let points = 0
  for (const key of keys.filter((each) => !known.has(refundKey(each)))) {
    const rows = charged.filter((row) => row.key === key)
    account = await giveBack(tx, account, rows, now)
    points -= rows.reduce((sum, row) => sum + row.delta, 0)
  }
  if (points > 0) await lowerCost(tx.sql, entId, messageId, points)
  if (!hasPointsLeft(before) && hasPointsLeft(account)) {
    tx.emit(entId, { type: 'ent_points_back', at: now.toISOString(), operatorId: null })
  }
  return points
}

/** What an answer is said to have cost is what was not given back. */
async function lowerCost(db: Queryable, entId: EntId, messageId: MessageId, points: number): Promise<void> {
  await db.execute(sql`update ai_run r set points = r.points - ${points}::int from ai_run_message m
    where m.ent_id = ${entId} and m.message_id = ${messageId} and r.ent_id = m.ent_id and r.id = m.run_id`)
}

const refundKey = (key: string) => `refund:${key}`

async function giveBack(tx: Transaction, before: AccountRow, rows: readonly LedgerRow[], now: Date) {
  const [first] = rows
  if (!first) return before
  const { entId, item, key, relationId, customerId, sessionId, messageId } = first
  let { orderPoints } = before
  const movements = []
  for (const { pool, lotId, delta } of rows) {
    const points = -delta
    const kept = pool === 'orderPoints' ? leftAfterDebt(orderPoints, points) : points
    if (pool === 'orderPoints') orderPoints += points
    movements.push({ pool, lotId, delta: points })
    if (kept === 0) continue
    if (lotId) await changeLot(tx.sql, before, lotId, kept)
    // Owed when it was spent, and paid since: it is bought anew.
    else await addLot(tx, before, kept, now)
  }
  const cause = { key: refundKey(key), item, relationId, customerId, sessionId, messageId, reason: '消息未送达' }
  const after = await writeMovements(tx.sql, before, { type: 'refund', ...cause }, movements, now)
  const points = movements.reduce((sum, each) => sum + each.delta, 0)
  if (relationId) await countToDay(tx.sql, { entId, relationId }, -points, first.at)
  return after
}

async function addLot(tx: Transaction, { entId }: AccountRow, points: number, now: Date): Promise<void> {
  await tx.sql.insert(pointLot).values({
    entId,
    id: newId<PointLotId>(now),
    pool: 'orderPoints',
    points,
    remain: points,
    expireAt: expiryOf('orderPoints', now),
    createdAt: now,
  })
}
