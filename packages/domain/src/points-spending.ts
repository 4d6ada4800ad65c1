import type { PointPool } from '@ruwu/contract'

type SpendableLot<Id = string> = { id: Id; pool: PointPool; remain: number; expireAt: Date }

/** Points taken from one lot; without a lot they are debt of 购买积分. */
type SpentPart<Id = string> = { pool: PointPool; lotId: Id | null; points: number }

/** Spending order: both bonus pools first, then bought points. */
const RANK: Record<PointPool, number> = { bonusHumanPoints: 0, bonusOrderPoints: 0, orderPoints: 1 }
const TIE: Record<PointPool, number> = { bonusHumanPoints: 0, bonusOrderPoints: 1, orderPoints: 2 }

type Ordered = { pool: PointPool; expireAt: Date | string }

export function bySpending(one: Ordered, other: Ordered): number {
  return (
    RANK[one.pool] - RANK[other.pool] ||
    new Date(one.expireAt).getTime() - new Date(other.expireAt).getTime() ||
    TIE[one.pool] - TIE[other.pool]
  )
}

/** Splits a charge over lots in spending order; the remainder is debt. */
export function spendPoints<Id>(lots: readonly SpendableLot<Id>[], points: number): SpentPart<Id>[] {
  const parts: SpentPart<Id>[] = []
  let left = points
  for (const { id, pool, remain } of lots.toSorted(bySpending)) {
    const taken = Math.min(left, remain)
    if (taken <= 0) continue
    parts.push({ pool, lotId: id, points: taken })
    left -= taken
  }
  if (left > 0) parts.push({ pool: 'orderPoints', lotId: null, points: left })
  return parts
}

/** Points left for a new lot of 购买积分 after repaying debt. */
export function leftAfterDebt(orderPoints: number, points: number): number {
  return Math.max(points - Math.max(-orderPoints, 0), 0)
}
