import { pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'
import { enterPoints } from './enter-points.ts'

test('the operator enters a recharge by the enterprise’s name, and gives points by its id', async () => {
  const { db, clock, lin } = await world()

  const bought = await enterPoints(db, ['recharge', '云上木作', '5000'], clock.now())
  const given = await enterPoints(db, ['grant', lin.entId, '200', '开业', '活动'], clock.now())

  expect(bought).toBe('已为「云上木作」增加购买积分 5,000，现有总积分 6,000')
  expect(given).toBe('已为「云上木作」增加人工赠送积分 200，现有总积分 6,200')
  expect(await lin.call(pointsApi.info, {})).toMatchObject({
    orderPoints: 5_000,
    bonusHumanPoints: 1_200,
    hasPaid: true,
  })
})

test.each([
  [['recharge', '没有的企业', '10'], '没有名称或 ID 为「没有的企业」的企业'],
  [['recharge', '云上木作', '1.5'], '积分须为 1 到 10,000,000 的整数'],
  [['recharge', '云上木作', '-1'], '积分须为 1 到 10,000,000 的整数'],
  [['take', '云上木作', '1'], /^用法：/],
  [[], /^用法：/],
])('%j is refused and changes nothing', async (words, reason) => {
  const { db, clock, lin } = await world()

  await expect(enterPoints(db, words, clock.now())).rejects.toThrow(reason)

  expect(await lin.call(pointsApi.info, {})).toMatchObject({ orderPoints: 0, bonusHumanPoints: 1_000 })
})
