import type { PointItem, PointPool } from '@ruwu/contract'

/** Price per use. */
export const POINT_PRICES = {
  ai_reply: 1,
  image: 1,
  follow_up: 1,
  comment: 1,
  judgement: 1,
  assist: 1,
} as const satisfies Partial<Record<PointItem, number>>

/** 知识学习: one point per this many characters, rounded up. */
export const CHARS_PER_POINT = 1_000

export function learningPoints(chars: number): number {
  return Math.ceil(Math.max(chars, 0) / CHARS_PER_POINT)
}

/** Validity of each pool's points in days. */
export const POOL_DAYS: Readonly<Record<PointPool, number>> = {
  orderPoints: 365,
  bonusOrderPoints: 180,
  bonusHumanPoints: 30,
}

/** 人工赠送积分 of a new enterprise. */
export const WELCOME_POINTS = 500

const DAY_MS = 86_400_000

export function expiryOf(pool: PointPool, now: Date): Date {
  return new Date(now.getTime() + POOL_DAYS[pool] * DAY_MS)
}
