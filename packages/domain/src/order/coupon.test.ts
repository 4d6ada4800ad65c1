import { CouponCode } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { type Coupon, couponDiscount, couponObstacle, couponText } from './coupon.ts'

const coupon: Coupon = {
  code: 'SPRING26',
  percent: 10,
  amountOff: null,
  leastAmount: 100_000,
  lastDay: '2026-03-31',
  usesMax: 100,
  usesEach: 2,
  endedAt: null,
}
const use = { amount: 276_000, today: '2026-03-16', used: 0, usedHere: 0 }

test.each<[string, Coupon | undefined, Partial<typeof use>, string]>([
  ['valid', coupon, {}, ''],
  ['on its last day', coupon, { today: '2026-03-31' }, ''],
  ['a day later', coupon, { today: '2026-04-01' }, '优惠码已过期'],
  ['for the least amount', coupon, { amount: 100_000 }, ''],
  ['for a cent less', coupon, { amount: 99_999 }, '订单满 ¥1,000.00 可用'],
  ['for its last use', coupon, { used: 99, usedHere: 1 }, ''],
  ['used up by all', coupon, { used: 100 }, '优惠码已被用完'],
  ['used up here', coupon, { used: 2, usedHere: 2 }, '优惠码每个企业可用 2 次，已经用完'],
  ['without a limit of all uses', { ...coupon, usesMax: null }, { used: 1_000_000 }, ''],
  ['ended', { ...coupon, endedAt: new Date(0) }, {}, '优惠码无效'],
  ['unknown', undefined, {}, '优惠码无效'],
])('a coupon that is %s', (_what, given, change, expected) => {
  expect(couponObstacle(given, { ...use, ...change })).toBe(expected)
})

test.each([
  [10, null, 276_000, 27_600],
  [33, null, 9_800, 3_234],
  // Rounded for the seller.
  [7, null, 9_850, 689],
  [99, null, 9_800, 9_702],
  [null, 5_000, 98_000, 5_000],
])('%j percent or %j cents off %i are %i', (percent, amountOff, amount, expected) => {
  expect(couponDiscount({ percent, amountOff }, amount)).toBe(expected)
})

test('a coupon is described by what it takes off, and from when on', () => {
  expect(couponText(coupon)).toBe('优惠 10%，订单满 ¥1,000.00 可用')
  expect(couponText({ ...coupon, percent: null, amountOff: 5_000, leastAmount: 0 })).toBe('减 ¥50.00')
})

test.each([
  [' spring26 ', 'SPRING26'],
  ['abc', undefined],
  ['春天2026', undefined],
  ['A'.repeat(21), undefined],
])('typed as %j a code is read as %j', (typed, expected) => {
  expect(CouponCode.safeParse(typed).data).toBe(expected)
})
