import { ORDER_STATUSES, OrderRequest } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { POINT_PACKAGES, orderPrice } from './order-price.ts'
import {
  canPayOrder,
  canSubmitLateProof,
  canSubmitProof,
  isCodeOver,
  isOrderOverdue,
  nextOrderStatus,
  orderExpiry,
  type OrderAct,
} from './order-status.ts'

const now = new Date('2026-07-08T01:00:00.000Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

// 6.5: every act from every status.
test.each<[OrderAct, (string | undefined)[]]>([
  ['pay', ['paid', 'paid', undefined, 'paid', undefined]],
  ['submitProof', ['checking', 'checking', undefined, 'checking', undefined]],
  ['refuseProof', [undefined, 'unpaid', undefined, undefined, undefined]],
  ['cancel', ['cancelled', undefined, undefined, undefined, undefined]],
  ['expire', ['cancelled', undefined, undefined, undefined, undefined]],
  ['refund', [undefined, undefined, 'refunded', undefined, undefined]],
])('%s leads from unpaid, checking, paid, cancelled, refunded to %j', (act, expected) => {
  expect(ORDER_STATUSES.map((status) => nextOrderStatus(status, act))).toEqual(expected)
})

test.each([
  [null, 30],
  ['wechat', 30],
  ['alipay', 30],
  ['bank', 72 * 60],
] as const)('an order by %s waits %i minutes', (method, minutes) => {
  expect(orderExpiry(now, method)).toEqual(after(minutes))
})

test.each([
  ['unpaid', -1, true],
  ['unpaid', 0, false],
  ['unpaid', 1, false],
  ['paid', -1, false],
  ['cancelled', -1, false],
] as const)('an order that is %s can be paid %i minutes from its end: %s', (status, minutes, expected) => {
  const order = { status, expireAt: now }

  expect(canPayOrder(order, after(minutes))).toBe(expected)
  expect(isOrderOverdue(order, after(minutes))).toBe(status === 'unpaid' && minutes >= 0)
})

test.each([
  ['unpaid', '', true],
  ['checking', '', true],
  ['cancelled', '超时未支付', true],
  ['cancelled', '客服取消', false],
  ['paid', '', false],
] as const)('an order that is %s (%s) takes a receipt: %s', (status, reason, expected) => {
  expect(canSubmitProof({ status, reason })).toBe(expected)
})

test.each([
  ['bank', '超时未支付', true],
  ['wechat', '超时未支付', false],
  ['bank', '客服取消', false],
] as const)('a late receipt is offered for %s, %s: %s', (method, reason, expected) => {
  const expireAt = orderExpiry(now, method).toISOString()

  expect(canSubmitLateProof({ status: 'cancelled', reason, createdAt: now.toISOString(), expireAt })).toBe(expected)
})

test.each([
  [30, false],
  [35, true],
])('%i minutes after the order "not paid" is final: %s', (minutes, expected) => {
  expect(isCodeOver({ createdAt: now }, after(minutes))).toBe(expected)
})

test('a package costs what it says; a number of one’s own ¥98 per thousand', () => {
  for (const { id, name, points, bonusPoints, amount } of POINT_PACKAGES)
    expect(orderPrice({ packageId: id })).toEqual({ packageName: name, points, bonusPoints, amount })
  expect(orderPrice({ packageId: 'none' })).toBeUndefined()
  expect(orderPrice({ points: 25_000 })).toEqual({
    packageName: '自定义数量',
    points: 25_000,
    bonusPoints: 0,
    amount: 245_000,
  })
  expect(POINT_PACKAGES.filter(({ recommended }) => recommended)).toHaveLength(1)
})

test.each([
  [{ points: 1_000 }, true],
  [{ points: 10_000_000 }, true],
  [{ points: 999 }, false],
  [{ points: 1_500 }, false],
  [{ points: 10_001_000 }, false],
  [{ points: -1_000 }, false],
  [{ points: 1_000, amount: 1 }, false],
  [{ packageId: 'basic', points: 1_000 }, false],
  [{}, false],
])('the request %j is accepted: %s', (request, expected) => {
  expect(OrderRequest.safeParse(request).success).toBe(expected)
})
