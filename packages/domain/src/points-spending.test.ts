import type { PointPool } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { leftAfterDebt, spendPoints } from './points-spending.ts'

const lot = (id: string, pool: PointPool, remain: number, day: number) => ({
  id,
  pool,
  remain,
  expireAt: new Date(Date.UTC(2026, 0, day)),
})

const bought = lot('bought', 'orderPoints', 10, 5)
const boughtLater = lot('boughtLater', 'orderPoints', 10, 9)
const withOrder = lot('withOrder', 'bonusOrderPoints', 10, 20)
const given = lot('given', 'bonusHumanPoints', 10, 30)

test.each([
  ['bonus before bought, although it lasts longer', [bought, given], 5, [['given', 5]]],
  ['of both bonus pools together the soonest expiry', [given, withOrder], 5, [['withOrder', 5]]],
  [
    'over bonus, then bought, then bought later',
    [boughtLater, bought, given, withOrder],
    35,
    [
      ['withOrder', 10],
      ['given', 10],
      ['bought', 10],
      ['boughtLater', 5],
    ],
  ],
  [
    'at the same expiry 人工赠送 before 订单赠送',
    [withOrder, lot('tie', 'bonusHumanPoints', 3, 20)],
    5,
    [
      ['tie', 3],
      ['withOrder', 2],
    ],
  ],
  ['a lot that is empty gives nothing', [lot('empty', 'bonusHumanPoints', 0, 1), bought], 1, [['bought', 1]]],
  [
    'what no lot holds is owed by 购买积分',
    [lot('last', 'bonusHumanPoints', 1, 1)],
    3,
    [
      ['last', 1],
      [null, 2],
    ],
  ],
  ['nothing costs nothing', [bought], 0, []],
] as const)('%s', (_what, lots, points, expected) => {
  expect(spendPoints(lots, points).map((part) => [part.lotId, part.points])).toEqual(expected)
})

test('what is owed stands in 购买积分, whatever the other pools are', () => {
  expect(spendPoints([], 2)).toEqual([{ pool: 'orderPoints', lotId: null, points: 2 }])
})

test.each([
  [0, 100, 100],
  [50, 100, 100],
  [-30, 100, 70],
  [-100, 100, 0],
  [-130, 100, 0],
])('with %d bought points, of %d new ones %d stay for a lot', (orderPoints, points, expected) => {
  expect(leftAfterDebt(orderPoints, points)).toBe(expected)
})
