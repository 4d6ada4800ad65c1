import { statisticsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { followUpWorld, type FollowUpWorld, HOUR_MS, MINUTE_MS } from '../testing/follow-up-world.ts'

const DAY_MS = 24 * HOUR_MS

/** 唤醒率 and 挽回留资 of today and the days before. */
const figures = async ({ zhao }: FollowUpWorld) => {
  const body = { range: 'month' as const, compare: false }
  const { tiles } = await zhao.call(statisticsApi.ai, { body })
  return (['wakeRate', 'savedLeads'] as const).map((name) => tiles.find((tile) => tile.name === name)?.value)
}

const listed = async ({ zhao }: FollowUpWorld, metric: 'wakeRate' | 'savedLeads') =>
  (await zhao.call(statisticsApi.sessionPage, { body: { range: 'month', metric } })).rows.map(
    ({ customerName }) => customerName,
  )

// R157
test('唤醒率 counts customers who write within a day after a follow-up, 挽回留资 those who leave a contact', async () => {
  const here = await followUpWorld()
  expect(await figures(here)).toEqual([-1, 0])
  for (const name of ['甲', '乙', '丙', '丁']) await here.ask(name, '多少钱')
  await here.deliver()
  await here.pass(15 * MINUTE_MS)
  // A follow-up that the platform has not taken yet is none.
  expect(await figures(here)).toEqual([-1, 0])
  await here.deliver()
  expect(await figures(here)).toEqual([0, 0])

  await here.write('甲', '在的')
  await here.write('乙', '在的')
  here.clock.advance(HOUR_MS)
  await here.write('乙', '我的电话 13812345678')
  here.clock.advance(DAY_MS)
  await here.write('丙', '我的电话 13812345679')

  expect(await figures(here)).toEqual([2 / 4, 1])
  expect((await listed(here, 'wakeRate')).toSorted()).toEqual(['乙', '甲'])
  expect(await listed(here, 'savedLeads')).toEqual(['乙'])
  await here.reception.work.rollups.runAll()
  here.clock.advance(DAY_MS)
  expect(await figures(here)).toEqual([2 / 4, 1])
})

test('a follow-up that the platform refuses does not count', async () => {
  const here = await followUpWorld()
  await here.ask('甲', '多少钱')
  await here.deliver()
  await here.pass(15 * MINUTE_MS)
  await here.refuse()
  await here.write('甲', '在的')

  expect(await figures(here)).toEqual([-1, 0])
})
