import type { AgentId, EntAccount, EntAccountSetting, PointBill, PointLot } from '@ruwu/contract'
import { DEFAULT_POINTS_SETTING, hasPointsLeft, pointsNoticeText, remainingDays, totalPoints } from '@ruwu/domain'
import type { AccountRow } from './account.repo.ts'
import type { BillRow } from './bill.repo.ts'
import type { LotRow } from './lot.repo.ts'

export const toEntAccount = (
  row: AccountRow & { addedAt: Date | null },
  averageDailyConsumePoints: number,
  agentId: AgentId,
): EntAccount => ({
  orderPoints: row.orderPoints,
  bonusOrderPoints: row.bonusOrderPoints,
  bonusHumanPoints: row.bonusHumanPoints,
  averageDailyConsumePoints,
  hasPaid: row.hasPaid,
  isAvailable: hasPointsLeft(row),
  pointsAddedAt: row.addedAt?.toISOString() ?? null,
  notice: row.unseenBy.includes(agentId)
    ? pointsNoticeText(remainingDays({ ...row, averageDailyConsumePoints }), totalPoints(row))
    : '',
})

export const toLot = (row: LotRow): PointLot => ({
  id: row.id,
  pool: row.pool,
  points: row.points,
  remain: row.remain,
  expireAt: row.expireAt.toISOString(),
})

export const toSetting = ({ setting, version }: AccountRow): EntAccountSetting & { version: number } => ({
  ...(setting ?? DEFAULT_POINTS_SETTING),
  version,
})

/** What the operator gave or took (`npm run points`), as the keys of its causes tell. */
export const isByOperator = ({ operatorId, key }: Pick<BillRow, 'operatorId' | 'key'>): boolean =>
  operatorId === null && /^(?:bonusHumanPoints|take):/.test(key)

export const toBill = (row: BillRow): PointBill => ({
  id: row.id,
  at: row.at.toISOString(),
  type: row.type,
  item: row.item,
  delta: row.delta,
  times: row.times,
  balance: totalPoints(row),
  orderPoints: row.orderPoints,
  bonusOrderPoints: row.bonusOrderPoints,
  bonusHumanPoints: row.bonusHumanPoints,
  subSourceId: row.relationId,
  accountName: row.accountName ?? '',
  customerId: row.customerId,
  messageId: row.messageId,
  orderNo: row.orderNo,
  operatorId: row.operatorId,
  isByOperator: isByOperator(row),
  reason: row.reason,
})
