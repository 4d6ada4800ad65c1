import {
  customerApi,
  type CustomerId,
  messageApi,
  type MetricName,
  statisticsApi,
  type StatisticsFilter,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customer } from '../../db/schema/index.ts'
import { type AiWorld, aiWorld } from '../../testing/ai-world.ts'
import { workbenchWorld } from '../../testing/workbench-world.ts'

// R157: what a rate divides has the dimensions of what it is divided by.

const TODAY = { range: 'today' as const, compare: false }

let sent = 0
const reply = ({ lin }: Pick<AiWorld, 'lin'>, customerId: CustomerId) => {
  sent += 1
  const content = { type: 'text', text: '您好' }
  return lin.call(messageApi.send, { body: { customerId, chatId: `attribution-${sent}`, content } })
}

const read = async (
  { zhao }: Pick<AiWorld, 'zhao'>,
  tab: 'overview' | 'ai' | 'channel',
  filter: Partial<StatisticsFilter>,
  ...names: MetricName[]
) => {
  const { tiles } = await zhao.call(statisticsApi[tab], { body: { ...TODAY, ...filter } })
  return names.map((name) => tiles.find((tile) => tile.name === name)?.value)
}

test('a lead counts for the agents of its conversation, not for the owner of the customer', async () => {
  const here = await aiWorld()
  const { zhao, lin, db } = here
  const owned = await here.ask('甲', '在吗')
  await db.sql.update(customer).set({ agentId: lin.id }).where(eq(customer.id, owned))
  await here.ask('甲', '我的电话 13812345678')
  await reply(here, await here.ask('乙', '在吗'))

  const { rows } = await zhao.call(statisticsApi.agent, { body: TODAY })

  expect(rows).toMatchObject([{ agentId: lin.id, values: { leadCustomers: 0, leadRate: 0 } }])
  expect(await read(here, 'overview', { agentIds: [lin.id] }, 'leadCustomers', 'leadRate')).toEqual([0, 0])
  await reply(here, owned)
  expect(await read(here, 'overview', { agentIds: [lin.id] }, 'leadCustomers', 'leadRate')).toEqual([1, 1 / 2])
})

test('a lead counts under every reception type of its conversation', async () => {
  const here = await aiWorld()
  await reply(here, await here.ask('甲', '我的电话 13812345678'))

  expect(await read(here, 'overview', { receptionTypes: ['manual'] }, 'leadCustomers', 'leadRate')).toEqual([1, 1])
  expect(await read(here, 'ai', { receptionTypes: ['manual'] }, 'aiLeadShare')).toEqual([1])
})

test('a lead counts under the origin of its conversation, not of an earlier one', async () => {
  const here = await workbenchWorld()
  const { platform, account, zhao, rowOf, clock } = here
  const entry = { postId: 'note-1', ad: { planId: 'plan-1', planName: '春季' } }
  const from = { platformId: '甲', name: '甲' }
  await platform.tell({ ...platform.base(account), kind: 'enter', conversationKey: 'conv-甲', from, entry })
  await platform.settle()
  await here.write('甲', '在吗')
  await zhao.call(customerApi.archive, { body: { customerId: (await rowOf('甲')).id, archive: true } })
  clock.advance(60_000)
  await here.write('甲', '我的电话 13812345678')

  expect(await read(here, 'channel', { traffic: 'ad' }, 'talkCustomers', 'leadCustomers')).toEqual([1, 0])
  expect(await read(here, 'channel', { traffic: 'organic' }, 'talkCustomers', 'leadCustomers')).toEqual([1, 1])
})

test('points and answers of the AI count for the agents of the conversation', async () => {
  const here = await aiWorld()
  const { lin, wei } = here
  here.engine.script = () => ({ isHit: true })
  const customerId = await here.ask('甲', '在吗')
  await here.deliver()
  await here.ask('乙', '在吗')
  await here.deliver()
  await reply(here, customerId)
  const names = ['aiSessions', 'pointsUsed', 'pointsPerSession', 'hitRate'] as const

  const [, points] = await read(here, 'ai', {}, ...names)
  expect(points).toBeGreaterThan(0)
  expect(await read(here, 'ai', { agentIds: [lin.id] }, ...names)).toEqual([1, points! / 2, points! / 2, 1])
  expect(await read(here, 'ai', { agentIds: [wei.id] }, ...names)).toEqual([0, 0, -1, -1])
})
