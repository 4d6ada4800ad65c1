import type { EntId, MessageId, PointLotId } from '@ruwu/contract'
import { expiryOf, hasPointsLeft, leftAfterDebt, totalPoints } from '@ruwu/domain'
import type { Transaction } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type AccountRow, lockAccount, noteRefunded } from './account.repo.ts'
import { findUsedKeys, type LedgerRow, listCharges, writeMovements } from './ledger.repo.ts'
import { changeLot, findVoided, insertLot, voidLots } from './lot.repo.ts'

/** Refunds an undelivered message to the lots it was charged to, idempotent. Returns the refunded points. */
export async function refundAnswer(
  tx: Transaction,
  { entId, messageId }: { entId: EntId; messageId: MessageId },
  now: Date,
): Promise<number> {
  const before = await lockAccount(tx.sql, entId)
  const charged = await listCharges(tx.sql, entId, messageId)
  const keys = [...new Set(charged.map((row) => row.key))]
  const known = keys.length > 0 ? await findUsedKeys(tx.sql, before, keys.map(refundKey)) : new Set<string>()
  let account = before
  let points = 0
  for (const key of keys.filter((each) => !known.has(refundKey(each)))) {
    const rows = charged.filter((row) => row.key === key)
    account = await refundCause(tx, account, rows, now)
    points -= rows.reduce((sum, row) => sum + row.delta, 0)
  }
  if (!hasPointsLeft(before) && hasPointsLeft(account)) {
    tx.emit(entId, { type: 'ent_points_back', at: now.toISOString(), operatorId: null })
  }
  return points
}

const refundKey = (key: string) => `refund:${key}`

async function refundCause(tx: Transaction, before: AccountRow, rows: readonly LedgerRow[], now: Date) {
  const [first] = rows
  if (!first) return before
  const { entId, item, key, relationId, customerId, sessionId, messageId } = first
  const voided = await findVoided(tx.sql, entId, lotsOf(rows))
  let { orderPoints } = before
  const movements = []
  const lost = []
  for (const { pool, lotId, delta } of rows) {
    const points = -delta
    if (lotId && voided.has(lotId)) {
      movements.push({ pool, lotId, delta: points })
      lost.push({ pool, lotId, delta })
      continue
    }
    const kept = pool === 'orderPoints' ? leftAfterDebt(orderPoints, points) : points
    if (pool === 'orderPoints') orderPoints += points
    movements.push({ pool, lotId, delta: points })
    if (kept === 0) continue
    if (lotId) await changeLot(tx.sql, entId, lotId, kept)
    // Charged as debt that was paid since: refunded as a new lot of bought points.
    else await addLot(tx, entId, kept, now)
  }
  const cause = { key: refundKey(key), item, relationId, customerId, sessionId, messageId, reason: '消息未送达' }
  const after = await writeMovements(tx.sql, before, { type: 'refund', ...cause }, movements, now)
  // The money of these points was paid back: they go with their order.
  const taken = { type: 'adjust', key: `void:${key}`, messageId, reason: ORDER_REFUNDED } as const
  return writeMovements(tx.sql, after, taken, lost, now)
}

const lotsOf = (rows: readonly LedgerRow[]) => rows.flatMap(({ lotId }) => lotId ?? [])

const ORDER_REFUNDED = '订单已退款'

/** For an order that is 已退款: the unspent rest of its lots; no later refund of an answer fills them again. Returns the points taken. */
export async function takeBackOrder(
  tx: Transaction,
  { entId, orderNo }: { entId: EntId; orderNo: string },
  now: Date,
): Promise<number> {
  const before = await lockAccount(tx.sql, entId)
  const lots = (await voidLots(tx.sql, entId, orderNo)).filter(({ remain }) => remain > 0)
  const movements = lots.map(({ id, pool, remain }) => ({ pool, lotId: id, delta: -remain }))
  const cause = { type: 'adjust', key: `void:${orderNo}`, orderNo, reason: ORDER_REFUNDED } as const
  const after = await writeMovements(tx.sql, before, cause, movements, now)
  await noteRefunded(tx.sql, entId)
  if (hasPointsLeft(before) && !hasPointsLeft(after))
    tx.emit(entId, { type: 'ent_points_used_up', at: now.toISOString(), operatorId: null })
  return totalPoints(before) - totalPoints(after)
}

async function addLot(tx: Transaction, entId: EntId, points: number, now: Date): Promise<void> {
  await insertLot(tx.sql, {
    entId,
    id: newId<PointLotId>(now),
    pool: 'orderPoints',
    points,
    remain: points,
    expireAt: expiryOf('orderPoints', now),
    createdAt: now,
  })
}
