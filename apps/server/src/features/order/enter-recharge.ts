import { CUSTOM_POINTS } from '@ruwu/contract'
import { BALANCE_MAX, DEFAULT_TIME_ZONE, formatDateTime, formatMoney, formatNumber, ORDER_TEXTS } from '@ruwu/domain'
import { writeAudit } from '../../platform/audit.repo.ts'
import { StartError } from '../../platform/start-error.ts'
import { findNamed } from '../enterprise/index.ts'
import { newOrderNo, readBalance } from '../points/index.ts'
import { recordStep } from './order-step.ts'
import { insertOrder, lockOrderByNo } from './order.repo.ts'
import { enterPayment, type SettleDeps } from './settle-payment.ts'

export const timeOf = (date: Date) => formatDateTime(date.toISOString())

/** In cents: what the database can hold. */
const AMOUNT_MAX = 2_000_000_000

/** In cents, as a bank's statement writes it: 2,760.00. */
export function readAmount(typed: string): number {
  const plain = typed.replaceAll(',', '')
  const cents = Math.round(Number(plain) * 100)
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(plain) || cents === 0) throw new StartError(`金额 ${typed} 的格式不正确`)
  if (cents > AMOUNT_MAX) throw new StartError(`金额不能超过 ${formatMoney(AMOUNT_MAX)}`)
  return cents
}

/** The day of the bank's statement. */
export function readDay(typed: string, now: Date): Date {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(typed) ? `${typed}T00:00:00+08:00` : Number.NaN)
  if (!(day <= now) || !timeOf(day).startsWith(typed))
    throw new StartError(`到账日 ${typed} 不是过去的日期，格式为 2026-03-16`)
  return day
}

function readPoints(typed: string): number {
  const points = Number(typed)
  if (!Number.isInteger(points) || points < 1 || points > CUSTOM_POINTS.max)
    throw new StartError(`积分须为 1 到 ${formatNumber(CUSTOM_POINTS.max)} 的整数`)
  return points
}

/** Money that was paid without an order: it becomes one, so that it is listed, invoiced, refunded and credited once like any other. */
export async function enterRecharge(
  { db, clock }: Pick<SettleDeps, 'db' | 'clock'>,
  named: string,
  [typedPoints = '', typedAmount = '', transactionId = '', typedDay = '']: readonly string[],
): Promise<string> {
  const now = clock.now()
  const [points, amount] = [readPoints(typedPoints), readAmount(typedAmount)]
  const paidAt = readDay(typedDay, now)
  const { entId, name } = await findNamed(db.sql, named)
  const orderNo = await db.transaction(async (tx) => {
    if ((await readBalance(tx.sql, entId)) + points > BALANCE_MAX) throw new StartError('积分余额已接近上限')
    const no = newOrderNo(now, DEFAULT_TIME_ZONE)
    const order = { entId, orderNo: no, packageName: ORDER_TEXTS.offline, points, bonusPoints: 0, amount }
    await insertOrder(tx.sql, { ...order, agentId: null, createdAt: now, expireAt: now })
    const locked = await lockOrderByNo(tx.sql, no)
    if (locked?.entId !== entId) throw new StartError('订单号重复，请再试一次')
    await recordStep(tx, locked, { kind: 'create', agentId: null }, now)
    const payment = { orderNo: no, transactionId, amount, currency: 'CNY', paidAt }
    if ((await enterPayment(tx, locked, 'bank', payment, now)) !== 'credited')
      throw new StartError(`流水号 ${transactionId} 已经录入过`)
    const after = { points, amount: formatMoney(amount), transactionId }
    const operator = { entId, agentId: null, ip: '' }
    await writeAudit(tx.sql, operator, { action: 'points.recharge', object: entId, name: no, after }, now)
    return no
  })
  return `已为「${name}」充值 ${formatNumber(points)}，订单 ${orderNo}，${formatMoney(amount)}`
}
