import { POINT_POOLS } from '@ruwu/contract'
import {
  formatMoney,
  formatNumber,
  POINT_POOL_LABELS,
  POINTS_HEALTH_LABELS,
  pointsHealth,
  remainingDays,
  remainingDaysText,
  remarkCodeOf,
  totalPoints,
} from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { listBalances } from './account.repo.ts'
import { readDailyAverages } from './point-day.repo.ts'

type Listed = Awaited<ReturnType<typeof listBalances>>[number] & { averageDailyConsumePoints: number }

/** Every enterprise that is not closed, as the operator sees it: certification, points and orders. */
export async function describeEnterprises(db: Database, now: Date): Promise<string> {
  const averages = await readDailyAverages(db.sql, now)
  const lines = (await listBalances(db.sql)).map((row) =>
    describe({ ...row, averageDailyConsumePoints: averages.get(row.entId) ?? 0 }),
  )
  return lines.join('\n\n') || '还没有企业'
}

const describe = (row: Listed): string => {
  const { entId, name, certifiedAt, suspendedAt, openOrders, paidOrders, paidAmount } = row
  const state = [
    ...(suspendedAt ? ['已暂停'] : []),
    certifiedAt ? '已认证' : '未认证',
    POINTS_HEALTH_LABELS[pointsHealth(row)],
    `附言码 ${remarkCodeOf(entId)}`,
  ]
  const pools = POINT_POOLS.map((pool) => `${POINT_POOL_LABELS[pool]} ${formatNumber(row[pool])}`)
  return [
    `${name}（ID ${entId}）`,
    `  ${state.join('，')}`,
    `  总积分 ${formatNumber(totalPoints(row))}（${pools.join('，')}）`,
    `  日均消耗 ${formatNumber(row.averageDailyConsumePoints)}，${remainingDaysText(remainingDays(row))}`,
    `  待处理订单 ${openOrders}，已支付订单 ${paidOrders}，共 ${formatMoney(paidAmount)}`,
  ].join('\n')
}
