import { formatMoney } from '../number-format.ts'

/** 优惠码: a part of the price, or an amount of money off it. */
export type Coupon = {
  code: string
  percent: number | null
  /** In cents, less than `leastAmount`: something is always left to pay. */
  amountOff: number | null
  leastAmount: number
  /** In China, included. */
  lastDay: string
  /** Null: without a limit. */
  usesMax: number | null
  usesEach: number
  endedAt: Date | null
}

/** What a coupon is asked for: the price of an order, the day, and the orders that have it, of all enterprises and of this one. */
type CouponUse = { amount: number; today: string; used: number; usedHere: number }

export const COUPON_TEXTS = {
  unknown: '优惠码无效',
  expired: '优惠码已过期',
  least: (amount: number) => `订单满 ${formatMoney(amount)} 可用`,
  usedUp: '优惠码已被用完',
  usedHere: (times: number) => `优惠码每个企业可用 ${times} 次，已经用完`,
  over: '订单已取消，优惠码已不能再用，请重新下单；已经转账的请联系服务商',
} as const

/** Why a coupon is not valid for an order; empty when it is. One that was ended looks like one that never was. */
export function couponObstacle(coupon: Coupon | undefined, { amount, today, used, usedHere }: CouponUse): string {
  if (!coupon || coupon.endedAt) return COUPON_TEXTS.unknown
  if (today > coupon.lastDay) return COUPON_TEXTS.expired
  if (usedHere >= coupon.usesEach) return COUPON_TEXTS.usedHere(coupon.usesEach)
  if (coupon.usesMax !== null && used >= coupon.usesMax) return COUPON_TEXTS.usedUp
  return amount < coupon.leastAmount ? COUPON_TEXTS.least(coupon.leastAmount) : ''
}

/** In cents, rounded down. */
export const couponDiscount = ({ percent, amountOff }: Pick<Coupon, 'percent' | 'amountOff'>, amount: number): number =>
  percent === null ? (amountOff ?? 0) : Math.floor((amount * percent) / 100)

export const couponText = ({ percent, amountOff, leastAmount }: Coupon): string =>
  [
    percent === null ? `减 ${formatMoney(amountOff ?? 0)}` : `优惠 ${percent}%`,
    ...(leastAmount > 0 ? [COUPON_TEXTS.least(leastAmount)] : []),
  ].join('，')
