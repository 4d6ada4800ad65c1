import type { AuditAction, EntId } from '@ruwu/contract'
import { formatNumber, POINT_POOL_LABELS, POOL_DAYS, totalPoints } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { newId } from '../../platform/ids.ts'
import { StartError } from '../../platform/start-error.ts'
import { findNamed } from '../enterprise/index.ts'
import { getAccount } from './account.repo.ts'
import { takePoints } from './charge.ts'
import { describeEnterprises } from './describe-enterprises.ts'
import { grant } from './grant.ts'

const USAGE = `用法：
  npm run points -- list                                   列出企业的认证、积分与订单
  npm run points -- grant <企业ID或名称> <积分> [说明] [--days=天数]
                                                           赠送积分（人工赠送积分），有效 ${POOL_DAYS.bonusHumanPoints} 天或所写的天数
  npm run points -- take <企业ID或名称> <积分> <说明>       扣减积分，账单里是「调整」`

const MOST_POINTS = 10_000_000
const MOST_DAYS = 3_650
const DAY_MS = 86_400_000

/** Runs the operator's command; returns the text to print. Every change leaves an entry in the enterprise's audit log. */
export async function enterPoints(db: Database, args: readonly string[], now: Date): Promise<string> {
  const [stated, others] = [args.filter(isDays), args.filter((each) => !isDays(each))]
  const [verb, named, amount, ...rest] = others
  if (verb === 'list' && args.length === 1) return describeEnterprises(db, now)
  if (!(verb === 'grant' || verb === 'take') || !named || !amount) throw new StartError(USAGE)
  if (stated.length > (verb === 'grant' ? 1 : 0)) throw new StartError(USAGE)
  const points = Number(amount)
  if (!Number.isInteger(points) || points < 1 || points > MOST_POINTS) {
    throw new StartError(`积分须为 1 到 ${formatNumber(MOST_POINTS)} 的整数`)
  }
  const days = stated.map((each) => Number(each.slice(DAYS.length)))
  if (days.some((each) => !Number.isInteger(each) || each < 1 || each > MOST_DAYS)) {
    throw new StartError(`有效天数须为 1 到 ${formatNumber(MOST_DAYS)} 的整数`)
  }
  const [expireAt] = days.map((each) => new Date(now.getTime() + each * DAY_MS))
  const { entId, name } = await findNamed(db.sql, named)
  const reason = rest.join(' ')
  const done = await db.transaction((tx) =>
    verb === 'take'
      ? take(tx, { entId, points, reason }, now)
      : give(tx, { entId, points, reason, ...(expireAt && { expireAt }) }, now),
  )
  const total = totalPoints(await getAccount(db.sql, entId))
  return `已为「${name}」${done} ${formatNumber(points)}，现有总积分 ${formatNumber(total)}`
}

const DAYS = '--days='
const isDays = (arg: string) => arg.startsWith(DAYS)

type Entered = { entId: EntId; points: number; reason: string }

async function give(tx: Transaction, given: Entered & { expireAt?: Date }, now: Date) {
  const reason = given.reason || '人工赠送'
  await grant(tx, { ...given, pool: 'bonusHumanPoints', reason }, now)
  await note(tx, 'points.grant', { ...given, reason }, now)
  return `增加${POINT_POOL_LABELS.bonusHumanPoints}`
}

async function take(tx: Transaction, taken: Entered, now: Date) {
  if (!taken.reason) throw new StartError('请写明扣减的原因，企业在账单里看到它')
  if (!(await takePoints(tx, { ...taken, key: `take:${newId<string>(now)}` }, now)))
    throw new StartError('企业的总积分不足，没有扣减')
  await note(tx, 'points.take', taken, now)
  return '扣减积分'
}

const note = (tx: Transaction, action: AuditAction, { entId, points, reason }: Entered, now: Date) =>
  writeAudit(tx.sql, { entId, agentId: null, ip: '' }, { action, object: entId, name: reason, after: { points } }, now)
