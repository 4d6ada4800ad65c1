import { CUSTOM_POINTS, type PointPackage } from '@ruwu/contract'
import { POOL_DAYS } from '../points-price.ts'

export const POINT_PACKAGES: readonly PointPackage[] = [
  { id: 'basic', name: '基础', points: 10_000, bonusPoints: 0, amount: 98_000, recommended: false },
  { id: 'standard', name: '标准', points: 30_000, bonusPoints: 3_000, amount: 276_000, recommended: true },
  { id: 'advanced', name: '进阶', points: 100_000, bonusPoints: 12_000, amount: 880_000, recommended: false },
].map((each) => ({ ...each, validDays: POOL_DAYS.orderPoints }))

/** 自定义数量: cents per step. */
const STEP_PRICE = 9_800

/** What is bought. */
export type OrderChoice = { packageId: string } | { points: number }

export type OrderPrice = { packageName: string; points: number; bonusPoints: number; amount: number }

/** What an order costs and brings; undefined for a package that is not offered. */
export function orderPrice(choice: OrderChoice): OrderPrice | undefined {
  if ('points' in choice) {
    const { points } = choice
    return { packageName: '自定义数量', points, bonusPoints: 0, amount: (points / CUSTOM_POINTS.step) * STEP_PRICE }
  }
  const found = POINT_PACKAGES.find(({ id }) => id === choice.packageId)
  return (
    found && { packageName: found.name, points: found.points, bonusPoints: found.bonusPoints, amount: found.amount }
  )
}
