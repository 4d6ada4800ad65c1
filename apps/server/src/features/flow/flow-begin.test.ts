import {
  automationApi,
  automationRuleApi,
  channelApi,
  customerApi,
  flowApi,
  messageApi,
  receptionPlanApi,
} from '@ruwu/contract'
import { filledGrid } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { planFields } from '../../testing/plan-fields.ts'
import { end, flowWorld, graphOf, menu, send, start, wait } from './testing/flow-world.ts'

const MINUTE_MS = 60_000

type Here = Awaited<ReturnType<typeof flowWorld>>

const priced = () => start({ type: 'keyword', match: 'contains', words: ['价格'] })
const priceMenu = (first = priced()) =>
  graphOf(
    [first, menu('m', '请选择', { price: '报价' }), send('s', '报价来了'), end],
    ['start', 'next', 'm'],
    ['m', 'price', 's'],
    ['m', 'unmatched', 'end'],
    ['s', 'next', 'end'],
  )
const greeting = (text: string, first = start({ type: 'manual' })) =>
  graphOf(
    [first, send('s', text), wait('w', 5), end],
    ['start', 'next', 's'],
    ['s', 'next', 'w'],
    ['w', 'timeout', 'end'],
    ['w', 'reply', 'end'],
  )

/** A plan whose periods all name the flow. */
const plan = (here: Here, flowId: string) => {
  const mode = { mode: 'workflow', flowId } as Extract<Parameters<typeof filledGrid>[0], { mode: 'workflow' }>
  return here.zhao.call(receptionPlanApi.save, {
    body: planFields({ grid: filledGrid(mode), accountIds: [here.account.id], closeMode: mode }),
  })
}
const pause = (here: Here, paused: boolean) => here.zhao.call(automationApi.pause, { body: { paused } })
const reply = (here: Here, customerId: Awaited<ReturnType<Here['write']>>, chatId: string) =>
  here.lin.call(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text: '我来' } } })

// R146
test('暂停所有自动化: no flow begins, those under way rest, and go on where they stood', async () => {
  const here = await flowWorld()
  const { id: flowId } = await here.flowOf(priceMenu())
  const inside = await here.talk('小满', '问下价格')
  await pause(here, true)

  const outside = await here.talk('小雨', '问下价格')
  await here.talk('小满', '1')
  const switched = { body: { customerId: outside, enableWorkflow: true, flowId } }
  expect(await here.lin.refused(customerApi.setWorkflowStatus, switched)).toMatchObject({ msg: '所有自动化已暂停' })

  expect(await here.customerOf(outside)).toMatchObject({ receptionType: 'ai_agent' })
  expect(await here.runsOf(outside)).toEqual([])
  expect(await here.saidTo(inside)).toEqual(['请选择\n1. 报价'])
  await pause(here, false)
  await here.work()
  expect(await here.saidTo(inside)).toEqual(['请选择\n1. 报价', '报价来了'])
})

test('暂停所有自动化: people receive the customers of a workflow period', async () => {
  const here = await flowWorld()
  await plan(here, (await here.flowOf(greeting('夜间值守'))).id)
  await pause(here, true)
  const id = await here.talk('小满', '在吗')
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'schedule' })
  expect(await here.runsOf(id)).toEqual([])

  await pause(here, false)
  await here.talk('小满', '还在吗')
  expect(await here.saidTo(id)).toEqual(['夜间值守'])
})

// T15
test('结束 gives the AI nothing to answer that the flow has answered', async () => {
  const here = await flowWorld()
  await here.flowOf(priceMenu())
  const ask = async (...texts: string[]) => here.talk(texts[0] ?? '', ...texts)
  const id = await ask('价格', '1')

  here.clock.advance(MINUTE_MS)
  await here.answer()

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'ai_agent', waitingSince: null })
  expect(await here.wordsOf(id)).toEqual(['customer: 价格', 'flow: link', 'customer: 1', 'flow: 报价来了'])
})

test('结束 by silence after a question leaves nothing to answer; a message the flow took without a word is the AI’s', async () => {
  const here = await flowWorld()
  await here.flowOf(
    graphOf(
      [priced(), send('s', '看看报价单'), wait('w', 30), end],
      ['start', 'next', 's'],
      ['s', 'next', 'w'],
      ['w', 'timeout', 'end'],
      ['w', 'reply', 'end'],
    ),
  )
  const silent = await here.talk('小满', '价格')
  here.clock.advance(30 * MINUTE_MS)
  await here.work()
  expect(await here.customerOf(silent)).toMatchObject({ receptionType: 'ai_agent', waitingSince: null })

  const asking = await here.talk('小雨', '价格', '周末开门吗')
  expect(await here.runsOf(asking)).toMatchObject([{ outcome: 'end' }])
  expect((await here.customerOf(asking)).waitingSince).not.toBeNull()
})

// R145
test('a customer with whom a person talks is not taken by a flow, also while the account’s switch is off', async () => {
  const here = await flowWorld()
  await here.flowOf(priceMenu())
  const id = await here.talk('小满', '你好')
  await here.zhao.call(channelApi.updateReceptionType, {
    body: { relationId: here.account.id, accountType: 'CORP', receptionMode: 'close' },
  })
  expect(await here.customerOf(id)).toMatchObject({ aiOffReason: 'channel_off' })
  await reply(here, id, '00000001')
  await here.talk('小满', '价格多少')

  expect(await here.saidTo(id)).toEqual([])
  expect(await here.runsOf(id)).toEqual([])
})

test('a customer who has an owner among people is not taken by a flow', async () => {
  const here = await flowWorld()
  await here.flowOf(priceMenu())
  await here.zhao.call(receptionPlanApi.save, {
    body: planFields({ grid: filledGrid({ mode: 'manual' }), accountIds: [here.account.id] }),
  })
  const id = await here.talk('小满', '你好')
  await here.lin.call(customerApi.receive, { body: { customerId: id } })
  await here.talk('小满', '价格多少')

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', agentId: here.lin.id })
  expect(await here.saidTo(id)).toEqual([])
})

test('a plan whose flow is not for the account gives the customer to people with the reason, not to another flow', async () => {
  const here = await flowWorld()
  await here.flowOf(greeting('沉默唤醒'), '沉默唤醒')
  const night = await here.flowOf(greeting('夜间值守'), '夜间接待')
  await plan(here, night.id)
  await here.db.pool.query(`update flow_version set account_ids = array[gen_random_uuid()] where flow_id = $1`, [
    night.id,
  ])

  const id = await here.talk('小满', '在吗')

  expect(await here.saidTo(id)).toEqual([])
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
  expect(await here.notesOf(id)).toEqual(['工作流已停止：方案中的工作流已停用或不适用于该账号'])
})

// R144
test('a flow that a plan or a rule uses is neither disabled nor deleted', async () => {
  const here = await flowWorld()
  const { id } = await here.flowOf(greeting('夜间值守'))
  const { id: planId } = await plan(here, id)
  const rule = await here.zhao.call(automationRuleApi.save, {
    body: {
      name: '转入流程',
      accountIds: [],
      event: { type: 'message_in' },
      conditions: { op: 'all', items: [] },
      actions: [{ type: 'workflow', params: { flowId: id } }],
      stopOnMatch: false,
      status: 'on',
    },
  })
  const usedBy = ['接待方案「门店方案」正在使用该工作流', '规则「转入流程」正在使用该工作流']

  expect(await here.zhao.refused(flowApi.disable, { body: { id } })).toMatchObject({ data: { usedBy } })
  expect(await here.zhao.refused(flowApi.remove, { query: { id } })).toMatchObject({ data: { usedBy } })
  await here.zhao.call(receptionPlanApi.remove, { query: { id: planId } })
  expect(await here.zhao.refused(flowApi.remove, { query: { id } })).toMatchObject({
    data: { usedBy: usedBy.slice(1) },
  })
  await here.zhao.call(automationRuleApi.remove, { query: { id: rule.id } })
  expect(await here.zhao.call(flowApi.disable, { body: { id } })).toMatchObject({ status: 'disabled' })
})

test('of a plan that takes a flow and the flow’s 停用 at the same time one is refused', async () => {
  const here = await flowWorld()
  for (let round = 0; round < 3; round += 1) {
    const { id } = await here.flowOf(greeting('夜间值守'), `流程 ${round}`)
    const results = await Promise.allSettled([plan(here, id), here.zhao.call(flowApi.disable, { body: { id } })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [planned] = results
    if (planned.status === 'fulfilled')
      await here.zhao.call(receptionPlanApi.remove, { query: { id: planned.value.id } })
  }
})

test('a message that the platform delivers late begins no flow of the plan: people have the customer', async () => {
  const here = await flowWorld()
  await plan(here, (await here.flowOf(greeting('夜间值守'))).id)
  const late = here.platform.text(here.account, '小满', '在吗')
  here.clock.advance(5 * 60 * MINUTE_MS)
  await here.platform.tell(late)
  await here.platform.settle()
  await here.work()
  const { id } = await here.rowOf('小满')

  expect(await here.saidTo(id)).toEqual([])
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
})

test('customers get the variants of a text in turn, also those who begin at once; the list counts them', async () => {
  const here = await flowWorld()
  const other = await here.flowOf(greeting('另一个', priced()), '另一个')
  const flow = await here.flowOf(
    graphOf(
      [start(), send('s', '一', '二'), wait('w', 5), end],
      ['start', 'next', 's'],
      ['s', 'next', 'w'],
      ['w', 'timeout', 'end'],
      ['w', 'reply', 'end'],
    ),
  )
  const names = ['甲', '乙', '丙', '丁']
  for (const name of names) await here.platform.tell(here.platform.text(here.account, name, '你好'))
  await here.platform.settle()
  await here.work()
  const said = await Promise.all(names.map(async (name) => (await here.saidTo((await here.rowOf(name)).id))[0]))

  expect(said.toSorted((one, two) => (one ?? '').localeCompare(two ?? ''))).toEqual(
    ['一', '一', '二', '二'].toSorted((one, two) => one.localeCompare(two)),
  )
  await here.talk('甲', '好的')
  const figures = (await here.zhao.call(flowApi.list, {})).map(({ id, started, running }) => [id, started, running])
  expect(figures).toEqual(
    expect.arrayContaining([
      [flow.id, 4, 3],
      [other.id, 0, 0],
    ]),
  )
})
