import type { AgentId, EntId, PointLotId, PointPool } from '@ruwu/contract'
import { expiryOf, leftAfterDebt, WELCOME_POINTS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../db/database.ts'
import { pointAccount, pointLot } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { lockAccount } from './account.repo.ts'
import { knownKeys, writeMovements } from './ledger.repo.ts'

export type Grant = {
  entId: EntId
  pool: PointPool
  points: number
  /** By default as long as the points of their pool last. */
  expireAt?: Date
  /** Points of one order come once. */
  orderNo?: string
  operatorId?: AgentId | null
  reason: string
}

/** Points for an enterprise, and everybody there is told. What was bought pays first what is owed. False: they had come before. */
export async function grant(tx: Transaction, given: Grant, now: Date): Promise<boolean> {
  const isNew = await addPoints(tx.sql, given, now)
  const { entId, operatorId = null } = given
  if (isNew) tx.emit(entId, { type: 'ent_points_back', at: now.toISOString(), operatorId })
  return isNew
}

/** A new enterprise's account with the points it begins with. An enterprise that has one keeps it as it is. */
export async function openPointAccount(db: Queryable, entId: EntId, now: Date, points = WELCOME_POINTS): Promise<void> {
  await db.insert(pointAccount).values({ entId, updatedAt: now }).onConflictDoNothing()
  await addPoints(db, { entId, pool: 'bonusHumanPoints', points, reason: '新企业赠送' }, now, 'welcome')
}

/** Without telling anybody. */
export async function addPoints(db: Queryable, given: Grant, now: Date, cause?: string): Promise<boolean> {
  const { entId, pool, points, orderNo = null, operatorId = null, reason } = given
  const lotId = newId<PointLotId>(now)
  const key = cause ?? `${pool}:${orderNo ?? lotId}`
  const account = await lockAccount(db, entId)
  if ((await knownKeys(db, account, [key])).size > 0) return false
  const isBought = pool === 'orderPoints'
  await db.insert(pointLot).values({
    entId,
    id: lotId,
    pool,
    points,
    remain: isBought ? leftAfterDebt(account.orderPoints, points) : points,
    expireAt: given.expireAt ?? expiryOf(pool, now),
    orderNo,
    createdAt: now,
  })
  const type = isBought ? 'recharge' : 'bonus'
  await writeMovements(db, account, { type, key, orderNo, operatorId, reason }, [{ pool, lotId, delta: points }], now)
  if (isBought) await db.update(pointAccount).set({ hasPaid: true }).where(eq(pointAccount.entId, entId))
  return true
}
