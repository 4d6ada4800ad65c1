import { randomInt } from 'node:crypto'
import type { AgentId, EntId, PointLotId, PointPool } from '@ruwu/contract'
import { expiryOf, formatDay, leftAfterDebt, WELCOME_POINTS, zonedTime } from '@ruwu/domain'
import type { Queryable, Transaction } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { insertAccount, lockAccount, noteAdded } from './account.repo.ts'
import { findUsedKeys, writeMovements } from './ledger.repo.ts'
import { insertLot } from './lot.repo.ts'

type Grant = {
  entId: EntId
  pool: PointPool
  points: number
  /** Default: the lifetime of the pool. */
  expireAt?: Date
  /** Idempotency key: an order is granted once. */
  orderNo?: string
  operatorId?: AgentId | null
  reason: string
}

/** Grants points and emits ent_points_back. Bought points first pay a negative balance. False when granted before. */
export async function grant(tx: Transaction, given: Grant, now: Date): Promise<boolean> {
  const isNew = await addPoints(tx.sql, given, now)
  const { entId, operatorId = null } = given
  if (isNew) tx.emit(entId, { type: 'ent_points_back', at: now.toISOString(), operatorId })
  return isNew
}

/** Creates the account of a new enterprise with its first points; an existing account is left unchanged. */
export async function openPointAccount(db: Queryable, entId: EntId, now: Date, points = WELCOME_POINTS): Promise<void> {
  await insertAccount(db, entId, now)
  if (points > 0) await addPoints(db, { entId, pool: 'bonusHumanPoints', points, reason: '新企业赠送' }, now, 'welcome')
}

/** Grants without an event. */
export async function addPoints(db: Queryable, given: Grant, now: Date, cause?: string): Promise<boolean> {
  const { entId, pool, points, orderNo = null, operatorId = null, reason } = given
  const lotId = newId<PointLotId>(now)
  const key = cause ?? `${pool}:${orderNo ?? lotId}`
  const account = await lockAccount(db, entId)
  if ((await findUsedKeys(db, account, [key])).size > 0) return false
  const isBought = pool === 'orderPoints'
  await insertLot(db, {
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
  await noteAdded(db, entId)
  return true
}

const ORDER_DIGITS = 10

/** The day followed by ten random digits. */
export function newOrderNo(now: Date, timeZone: string): string {
  const digits = Array.from({ length: ORDER_DIGITS }, () => randomInt(10)).join('')
  return formatDay(zonedTime(now, timeZone)).replaceAll('-', '') + digits
}
