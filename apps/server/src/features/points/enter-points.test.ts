import { type EntId, pointsApi } from '@ruwu/contract'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { audit } from '../../db/schema/index.ts'
import { world } from '../../testing/world.ts'
import { enterPoints } from './enter-points.ts'
import { findDisagreements } from './ledger.repo.ts'

const operatorEntries = (db: Database, entId: EntId) =>
  db.sql
    .select()
    .from(audit)
    .where(and(eq(audit.entId, entId), isNull(audit.agentId)))
    .orderBy(asc(audit.action))

test('the operator gives points by the enterprise’s name or id', async () => {
  const { db, clock, lin } = await world()

  const named = await enterPoints(db, ['grant', '云上木作', '5000'], clock.now())
  const given = await enterPoints(db, ['grant', lin.entId, '200', '开业', '活动'], clock.now())

  expect(named).toBe('已为「云上木作」增加人工赠送积分 5,000，现有总积分 6,000')
  expect(given).toBe('已为「云上木作」增加人工赠送积分 200，现有总积分 6,200')
  expect(await lin.call(pointsApi.info, {})).toMatchObject({ bonusHumanPoints: 6_200, hasPaid: false })
  expect((await operatorEntries(db, lin.entId)).map(({ objectName }) => objectName).toSorted()).toEqual([
    '人工赠送',
    '开业 活动',
  ])
})

test('the bill names the operator for what they gave, and nobody for the gift of the beginning', async () => {
  const { db, clock, zhao } = await world()
  clock.advance(1_000)

  await enterPoints(db, ['grant', '云上木作', '200', '周年庆'], clock.now())

  const { items } = await zhao.call(pointsApi.pageBills, { body: { type: 'bonus' } })
  expect(items.map(({ reason, isByOperator }) => [reason, isByOperator])).toEqual([
    ['周年庆', true],
    ['新企业赠送', false],
  ])
})

test('given points last for as many days as are stated', async () => {
  const { db, clock, zhao } = await world()

  await enterPoints(db, ['grant', '云上木作', '200', '周年庆', '--days=90'], clock.now())

  const lots = await zhao.call(pointsApi.bonusInfo, {})
  const expireAt = new Date(clock.now().getTime() + 90 * 86_400_000).toISOString()
  expect(lots.filter(({ remain }) => remain === 200)).toMatchObject([{ pool: 'bonusHumanPoints', expireAt }])
  expect(await operatorEntries(db, zhao.entId)).toMatchObject([{ objectName: '周年庆' }])
})

test('points are taken with a reason that the bill shows, never more than there are', async () => {
  const { db, clock, lin, zhao } = await world()

  expect(await enterPoints(db, ['take', '云上木作', '300', '重复', '赠送'], clock.now())).toBe(
    '已为「云上木作」扣减积分 300，现有总积分 700',
  )

  const { items } = await zhao.call(pointsApi.pageBills, { body: { type: 'adjust' } })
  expect(items).toMatchObject([
    { delta: -300, balance: 700, reason: '重复 赠送', operatorId: null, isByOperator: true },
  ])
  expect(await operatorEntries(db, lin.entId)).toMatchObject([{ action: 'points.take', after: { points: '300' } }])
  expect(await findDisagreements(db.sql)).toEqual([])
  const both = await Promise.allSettled(
    [1, 2].map(() => enterPoints(db, ['take', '云上木作', '700', '更正'], clock.now())),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await lin.call(pointsApi.info, {})).toMatchObject({ bonusHumanPoints: 0, isAvailable: false })
})

test('the list names every enterprise with its certification, balance and orders', async () => {
  const { db, clock, lin } = await world()
  await enterPoints(db, ['grant', '云上木作', '5000'], clock.now())

  const text = await enterPoints(db, ['list'], clock.now())

  const own = text.split('\n\n').find((each) => each.startsWith(`云上木作（ID ${lin.entId}）`))
  expect(own).toContain('已认证，免费版，附言码 RW')
  expect(own).toContain('总积分 6,000（购买积分 0，订单赠送积分 0，人工赠送积分 6,000）')
  expect(own).toContain('日均消耗 0，充足\n')
  expect(own).toContain('待处理订单 0，已支付订单 0，共 ¥0.00')
})

test.each([
  [['grant', '没有的企业', '10'], '没有名称或 ID 为「没有的企业」的企业'],
  [['grant', '云上木作', '1.5'], '积分须为 1 到 10,000,000 的整数'],
  [['grant', '云上木作', '-1'], '积分须为 1 到 10,000,000 的整数'],
  [['take', '云上木作', '1'], '请写明扣减的原因，企业在账单里看到它'],
  [['take', '云上木作', '1001', '更正'], '企业的总积分不足，没有扣减'],
  [['grant', '云上木作', '1', '--days=0'], '有效天数须为 1 到 3,650 的整数'],
  [['grant', '云上木作', '1', '--days=soon'], '有效天数须为 1 到 3,650 的整数'],
  [['take', '云上木作', '1', '更正', '--days=9'], /^用法：/],
  [['give', '云上木作', '1'], /^用法：/],
  [['list', '云上木作'], /^用法：/],
  [[], /^用法：/],
])('%j is refused and changes nothing', async (words, reason) => {
  const { db, clock, lin } = await world()

  await expect(enterPoints(db, words, clock.now())).rejects.toThrow(reason)

  expect(await lin.call(pointsApi.info, {})).toMatchObject({ orderPoints: 0, bonusHumanPoints: 1_000 })
})
