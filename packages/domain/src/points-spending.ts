import type { PointPool } from '@ruwu/contract'

type SpendableLot<Id = string> = { id: Id; pool: PointPool; remain: number; expireAt: Date }

/** Points taken from one lot; without a lot they are owed by 购买积分. */
type SpentPart<Id = string> = { pool: PointPool; lotId: Id | null; points: number }

/** Both bonus pools are spent together, before what was bought. */
const RANK: Record<PointPool, number> = { bonusHumanPoints: 0, bonusOrderPoints: 0, orderPoints: 1 }
const TIE: Record<PointPool, number> = { bonusHumanPoints: 0, bonusOrderPoints: 1, orderPoints: 2 }

function bySpending(one: SpendableLot<unknown>, other: SpendableLot<unknown>): number {
  return (
    RANK[one.pool] - RANK[other.pool] ||
    one.expireAt.getTime() - other.expireAt.getTime() ||
    TIE[one.pool] - TIE[other.pool]
  )
}

/** Where the points of one charge come from, in the order of spending. What no lot holds is owed. */
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

/** How much of points that come into 购买积分 is left for a lot once what is owed has been paid. */
export function leftAfterDebt(orderPoints: number, points: number): number {
  return Math.max(points - Math.max(-orderPoints, 0), 0)
}
