import type { EntId } from '@ruwu/contract'
import { DEFAULT_TIME_ZONE, formatNumber, POINT_POOL_LABELS, totalPoints } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import { StartError } from '../../platform/start-error.ts'
import { listByNameOrId } from '../enterprise/index.ts'
import { getAccount } from './account.repo.ts'
import { grant, newOrderNo } from './grant.ts'

const USAGE = `用法：
  npm run points -- recharge <企业ID或名称> <积分> [说明]   录入一笔已付款的充值（购买积分）
  npm run points -- grant <企业ID或名称> <积分> [说明]      赠送积分（人工赠送积分）`

const MOST_POINTS = 10_000_000

const KINDS = {
  recharge: { pool: 'orderPoints', reason: '充值' },
  grant: { pool: 'bonusHumanPoints', reason: '人工赠送' },
} as const

/** Runs the operator's command; returns the text to print. */
export async function enterPoints(db: Database, args: readonly string[], now: Date): Promise<string> {
  const [kind, named, amount, ...rest] = args
  if (!kind || !(kind in KINDS) || !named || !amount) throw new StartError(USAGE)
  const { pool, reason } = KINDS[kind as keyof typeof KINDS]
  const points = Number(amount)
  if (!Number.isInteger(points) || points < 1 || points > MOST_POINTS) {
    throw new StartError(`积分须为 1 到 ${formatNumber(MOST_POINTS)} 的整数`)
  }
  const { entId, name } = await findEnterprise(db.sql, named)
  const given = { entId, pool, points, reason: rest.join(' ') || reason }
  const orderNo = pool === 'orderPoints' ? { orderNo: newOrderNo(now, DEFAULT_TIME_ZONE) } : {}
  await db.transaction((tx) => grant(tx, { ...given, ...orderNo }, now))
  const total = totalPoints(await getAccount(db.sql, entId))
  return `已为「${name}」增加${POINT_POOL_LABELS[pool]} ${formatNumber(points)}，现有总积分 ${formatNumber(total)}`
}

async function findEnterprise(db: Queryable, named: string): Promise<{ entId: EntId; name: string }> {
  const rows = await listByNameOrId(db, named)
  const [found, another] = rows
  if (!found) throw new StartError(`没有名称或 ID 为「${named}」的企业`)
  if (another) throw new StartError(`有多个企业名为「${named}」，请用 ID：${rows.map((row) => row.entId).join('、')}`)
  return found
}
