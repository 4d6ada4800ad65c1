import { formatNumber } from './number-format.ts'

export type PointsAccount = {
  orderPoints: number
  bonusOrderPoints: number
  bonusHumanPoints: number
  averageDailyConsumePoints: number
  hasPaid: boolean
}

const DANGER_DAYS = 7
const WARN_DAYS = 30

export const POINTS_HEALTH_LABELS = {
  free: '免费版',
  overdue: '已欠费',
  danger: '余额不足',
  warn: '余额预警',
  health: '余额健康',
} as const

export type PointsHealth = keyof typeof POINTS_HEALTH_LABELS

type Pools = Pick<PointsAccount, 'orderPoints' | 'bonusOrderPoints' | 'bonusHumanPoints'>

export function totalPoints({ orderPoints, bonusOrderPoints, bonusHumanPoints }: Pools): number {
  return orderPoints + bonusOrderPoints + bonusHumanPoints
}

/** Precondition of every AI run. */
export function hasPointsLeft(pools: Pools): boolean {
  return totalPoints(pools) > 0
}

/** 0 without points; Infinity without consumption. */
export function remainingDays(account: PointsAccount): number {
  const total = totalPoints(account)
  if (total <= 0) return 0
  return account.averageDailyConsumePoints > 0 ? total / account.averageDailyConsumePoints : Number.POSITIVE_INFINITY
}

export function pointsHealth(account: PointsAccount): PointsHealth {
  if (!account.hasPaid) return 'free'
  if (totalPoints(account) < 0) return 'overdue'
  const days = remainingDays(account)
  if (days <= DANGER_DAYS) return 'danger'
  return days <= WARN_DAYS ? 'warn' : 'health'
}

/** 预计可用 46 天, rounded down so that it never promises a day too much. */
export function remainingDaysText(days: number): string {
  return Number.isFinite(days) ? `预计可用 ${formatNumber(Math.floor(days))} 天` : '充足'
}

/** Daily average of the last 7 full days, or of the days since registration when fewer. */
export function averageDailyConsume(pointsOfLast7Days: number, fullDaysSinceRegistration: number): number {
  const days = Math.min(7, Math.floor(fullDaysSinceRegistration))
  // Refunds of earlier days may exceed the charges.
  return days > 0 ? Math.max(pointsOfLast7Days, 0) / days : 0
}
