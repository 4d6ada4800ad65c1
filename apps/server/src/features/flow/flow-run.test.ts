import {
  customerApi,
  flowApi,
  type FlowGraph,
  type FlowNode,
  messageApi,
  receptionPlanApi,
  tagApi,
} from '@ruwu/contract'
import { NOBODY_ONLINE_TEXT, originText } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automationLog, pointLedger } from '../../db/schema/index.ts'
import { NIGHT_AI_GRID, planFields } from '../../testing/plan-fields.ts'
import { says } from '../../testing/scripted-engine.ts'
import { startNode } from '../../testing/start-node.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'
import { end, flowWorld, graphOf, handoff, menu, place, send, start, wait } from './testing/flow-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const greeting = (text: string) =>
  graphOf(
    [start(), wait('w', 5), send('s', text), end],
    ['start', 'next', 'w'],
    ['w', 'timeout', 's'],
    ['w', 'reply', 's'],
    ['s', 'next', 'end'],
  )

const priceMenu = (text: string) =>
  graphOf(
    [start(), menu('m', '请选择', { price: text, visit: '到店' }), send('s', '报价来了'), end, handoff],
    ['start', 'next', 'm'],
    ['m', 'price', 's'],
    ['m', 'visit', 'person'],
    ['m', 'unmatched', 'end'],
    ['s', 'next', 'end'],
  )

test('a template greets, asks, reads the number into a lead, and hands over; every screen agrees', async () => {
  const here = await flowWorld()
  await here.seeThere(here.lin)
  await here.flowOf('lead', '留资')
  const id = await here.talk('小满', '你好')
  const open = await openWorkbench(here.lin, id)
  expect(await here.lin.call(flowApi.running, { query: { customerId: id } })).toMatchObject({
    name: '留资',
    node: '提问',
  })

  await here.talk('小满', '想装修', '我手机 13800138000')

  expect(await here.saidTo(id)).toEqual([
    '您好，很高兴为您服务',
    '请问您主要想了解哪方面？',
    '方便留个手机号吗？我们安排专人给您详细介绍',
    '已经记下，马上有同事联系您',
    '已为您转接人工客服，请稍候',
  ])
  expect(await here.customerOf(id)).toMatchObject({
    receptionType: 'manual',
    aiOffReason: 'handoff',
    leadStatus: 'new',
  })
  expect(await here.runsOf(id)).toMatchObject([{ outcome: 'handoff', hasLead: true }])
  expect(await here.linesOf(id)).toEqual(expect.arrayContaining(['工作流「留资」已开始', '工作流已结束：转人工']))
  expect(await here.lin.call(flowApi.running, { query: { customerId: id } })).toBeNull()
  await open.agrees()
})

test('each message can be traced to its flow and step', async () => {
  const here = await flowWorld()
  const { id: flowId } = await here.flowOf('lead', '留资')
  const id = await here.talk('小满', '你好')

  const rows = await here.db.sql
    .select()
    .from(automationLog)
    .where(eq(automationLog.customerId, id))
    .orderBy(automationLog.step)

  expect(rows).toMatchObject([
    { type: 'flow', name: '留资', result: 'sent', input: { flowId, version: 1, nodeId: 'hello' } },
    { type: 'flow', name: '留资', result: 'sent', input: { flowId, version: 1, nodeId: 'need' } },
  ])
  const { items } = await here.lin.call(messageApi.list, { body: { customerId: id } })
  const sent = items.filter(({ senderKind }) => senderKind === 'flow')
  const origins = await Promise.all(
    sent.map((each) => here.lin.call(flowApi.origin, { query: { messageId: each.id } })),
  )
  expect(origins.map((origin) => origin && originText(origin))).toEqual([
    '工作流「留资」版本 1 · 第 2 步 发送',
    '工作流「留资」版本 1 · 第 3 步 提问',
  ])
})

test('silence takes the exit of its time, after a restart too', async () => {
  const here = await flowWorld()
  await here.flowOf(
    graphOf(
      [start(), wait('w', 10), send('again', '还在吗'), end],
      ['start', 'next', 'w'],
      ['w', 'timeout', 'again'],
      ['w', 'reply', 'end'],
      ['again', 'next', 'end'],
    ),
  )
  const id = await here.talk('小满', '你好')
  here.clock.advance(9 * MINUTE_MS)
  await here.work()
  expect(await here.saidTo(id)).toEqual([])

  const other = await startNode(here.databaseUrl, here.clock)
  here.clock.advance(MINUTE_MS)
  await here.work(other)

  expect(await here.saidTo(id)).toEqual(['还在吗'])
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'ai_agent', aiOffReason: null })
  expect(await here.runsOf(id)).toMatchObject([{ outcome: 'end' }])
})

test('two nodes at once do each step once', async () => {
  const here = await flowWorld()
  await here.flowOf(
    graphOf(
      [start(), send('a', '一'), send('b', '二'), wait('w', 5), end],
      ['start', 'next', 'a'],
      ['a', 'next', 'b'],
      ['b', 'next', 'w'],
      ['w', 'timeout', 'end'],
      ['w', 'reply', 'end'],
    ),
  )
  const other = await startNode(here.databaseUrl, here.clock)
  const ids = []
  for (const name of ['甲', '乙', '丙', '丁']) ids.push(await here.write(name, '你好'))

  await Promise.all([here.work(), here.work(other), here.work(), here.work(other)])
  await here.work()

  for (const id of ids) expect(await here.saidTo(id)).toEqual(['一', '二'])
})

test('T5: an agent’s message leaves the flow at once, and nothing more is said', async () => {
  const here = await flowWorld()
  await here.flowOf('lead')
  const id = await here.talk('小满', '你好')
  const said = await here.saidTo(id)

  await here.lin.call(messageApi.send, {
    body: { customerId: id, chatId: '00000001', content: { type: 'text', text: '我来接待' } },
  })
  await here.talk('小满', '好的')
  here.clock.advance(60 * MINUTE_MS)
  await here.work()

  expect(await here.saidTo(id)).toEqual(said)
  expect(await here.runsOf(id)).toMatchObject([{ outcome: 'left' }])
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'human_reply' })
})

test('a customer who asks for a person leaves at once and hears the truth', async () => {
  const here = await flowWorld()
  await here.flowOf('lead')
  const id = await here.talk('小满', '你好', '转人工')

  expect((await here.saidTo(id)).at(-1)).toBe(NOBODY_ONLINE_TEXT)
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'handoff' })
})

test('转人工 while no person attends says the sentence of the plan, even with an agent online', async () => {
  const here = await flowWorld()
  await here.flowOf('lead')
  here.clock.set(new Date('2026-03-17T22:10:00+08:00'))
  const fields = planFields({ grid: NIGHT_AI_GRID, accountIds: [here.account.id] })
  await here.zhao.call(receptionPlanApi.save, { body: fields })
  await here.seeThere(here.lin)

  const id = await here.talk('小满', '你好', '转人工')

  expect((await here.saidTo(id)).at(-1)).toBe('明早九点回复您')
})

test('T14: the switch starts a chosen flow at its first node and stops it', async () => {
  const here = await flowWorld()
  const { id: flowId } = await here.flowOf(
    graphOf(
      [start({ type: 'manual' }), send('a', '您好'), wait('w', 5), end],
      ['start', 'next', 'a'],
      ['a', 'next', 'w'],
      ['w', 'timeout', 'end'],
      ['w', 'reply', 'end'],
    ),
  )
  const customerId = await here.talk('小满', '你好')
  const open = await openWorkbench(here.lin, customerId)
  expect(await here.lin.call(flowApi.choices, { body: {} })).toEqual([{ id: flowId, name: '引导' }])

  const on = await here.lin.call(customerApi.setWorkflowStatus, { body: { customerId, enableWorkflow: true, flowId } })
  await here.work()

  expect(on.receptionType).toBe('workflow')
  expect(await here.saidTo(customerId)).toEqual(['您好'])
  await here.lin.call(customerApi.setWorkflowStatus, { body: { customerId, enableWorkflow: false } })
  expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'manual', aiOffReason: 'agent_toggle' })
  expect(await here.runsOf(customerId)).toMatchObject([{ outcome: 'left' }])
  await open.agrees()
})

test('T14 without a published flow is refused and changes nothing', async () => {
  const here = await flowWorld()
  const customerId = await here.write('小满', '你好')

  expect(
    await here.lin.refused(customerApi.setWorkflowStatus, { body: { customerId, enableWorkflow: true } }),
  ).toMatchObject({
    msg: '该账号没有可用的工作流',
  })
  expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'ai_agent' })
})

// R144
test.each<[string, boolean, string]>([
  ['finish on the version they began', false, '旧的'],
  ['are moved by choice', true, '新的'],
])('customers in a flow %s when another is published', async (_how, moveRunning, expected) => {
  const here = await flowWorld()
  const flow = await here.flowOf(greeting('旧的'))
  const id = await here.talk('小满', '你好')

  await here.publish(await here.save(flow, greeting('新的')), moveRunning)
  await here.talk('小满', '在吗')

  expect(await here.saidTo(id)).toEqual([expected])
})

test('a customer whose node is gone in the version they are moved to goes to people, with the reason', async () => {
  const here = await flowWorld()
  const flow = await here.flowOf(
    graphOf([start(), wait('w', 5), end], ['start', 'next', 'w'], ['w', 'timeout', 'end'], ['w', 'reply', 'end']),
  )
  const id = await here.talk('小满', '你好')

  await here.publish(await here.save(flow, graphOf([start(), end], ['start', 'next', 'end'])), true)
  await here.work()

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
  expect(await here.runsOf(id)).toMatchObject([{ outcome: 'error', reason: '所在节点已被删除' }])
})

test('a renamed option keeps its way, a rollback under way keeps the customer', async () => {
  const here = await flowWorld()
  const flow = await here.flowOf(priceMenu('报价'))
  const id = await here.talk('小满', '你好')
  const renamed = await here.publish(await here.save(flow, priceMenu('看价格')), true)
  await here.work()

  await here.zhao.call(flowApi.rollback, {
    body: { id: renamed.id, version: 1, draftVersion: renamed.version, moveRunning: true },
  })
  await here.talk('小满', '1')

  expect(await here.saidTo(id)).toEqual(['请选择\n1. 报价\n2. 到店', '报价来了'])
  expect(await here.runsOf(id)).toMatchObject([{ version: 3, outcome: 'end' }])
})

test('a step that fails is tried again, and its effects happen once', async () => {
  const here = await flowWorld()
  await here.flowOf(
    graphOf(
      [start(), send('a', '您好'), wait('w', 5), end],
      ['start', 'next', 'a'],
      ['a', 'next', 'w'],
      ['w', 'timeout', 'end'],
      ['w', 'reply', 'end'],
    ),
  )
  const id = await here.write('小满', '你好')
  const { transaction } = here.db
  let left = 2
  here.db.transaction = (work) =>
    transaction(async (tx) => {
      const result = await work(tx)
      left -= 1
      if (left === 0) throw new Error('the process died before the commit')
      return result
    })
  await here.work()
  here.db.transaction = transaction

  for (let round = 0; round < 4; round += 1) {
    here.clock.advance(30_000)
    await here.work()
  }

  expect(await here.saidTo(id)).toEqual(['您好'])
})

// R145
test('a keyword, a tag and a lead begin a flow; a customer whom an agent answers is left alone', async () => {
  const here = await flowWorld()
  await here.flowOf(
    graphOf(
      [start({ type: 'keyword', match: 'contains', words: ['报价'] }), send('a', '马上报价'), end],
      ['start', 'next', 'a'],
      ['a', 'next', 'end'],
    ),
    '报价',
  )
  await here.flowOf(
    graphOf([start({ type: 'lead' }), send('a', '收到'), end], ['start', 'next', 'a'], ['a', 'next', 'end']),
    '留资后',
  )

  const one = await here.talk('甲', '你好', '想要报价')
  const two = await here.talk('乙', '我电话 13800138000')
  const three = await here.write('丙', '你好')
  await here.lin.call(messageApi.send, {
    body: { customerId: three, chatId: '00000001', content: { type: 'text', text: '我来' } },
  })
  await here.talk('丙', '要报价')

  expect([await here.saidTo(one), await here.saidTo(two), await here.saidTo(three)]).toEqual([
    ['马上报价'],
    ['收到'],
    [],
  ])
  expect(await here.runsOf(three)).toEqual([])
})

test('AI 回答: the account’s AI answers with the node’s instruction, so often as it may, and is charged once it is sent', async () => {
  const here = await flowWorld()
  const ai: FlowNode = { id: 'ai', ...place, type: 'ai', data: { instruction: '只谈价格', maxAnswers: 2 } }
  await here.flowOf(graphOf([start(), ai, end], ['start', 'next', 'ai'], ['ai', 'next', 'end']))
  const guides: string[] = []
  here.engine.script = ({ config }) => {
    guides.push(config.script.scenes[0]?.guide ?? '')
    return says('399 元')
  }
  const ask = async (text: string) => {
    const id = await here.write('小满', text)
    await here.work()
    here.clock.advance(3_000)
    await here.work()
    return id
  }
  const id = await ask('多少钱')
  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 399 元'])

  await ask('还有吗')
  await here.deliver()

  expect(guides).toEqual(['只谈价格', '只谈价格'])
  expect(await here.runsOf(id)).toMatchObject([{ outcome: 'end' }])
  const rows = await here.db.sql
    .select()
    .from(automationLog)
    .where(eq(automationLog.customerId, id))
    .orderBy(automationLog.step)
  expect(rows.map(({ points }) => points)).toEqual([1, 1])
})

test('a flow asks into a field, branches, tags and assigns, and the thread tells it', async () => {
  const here = await flowWorld()
  await here.seeThere(here.lin)
  const tag = await here.zhao.call(tagApi.create, { body: { name: '杭州客户', color: 'blue', kind: 'manual' } })
  const ask: FlowNode = {
    id: 'city',
    ...place,
    type: 'ask',
    data: {
      text: '您在哪个城市？',
      field: 'city',
      kind: 'text',
      options: [],
      retryText: '',
      retries: 0,
      timeoutMinutes: 5,
    },
  }
  const branch: FlowNode = {
    id: 'if',
    ...place,
    type: 'condition',
    data: {
      branches: [
        {
          id: 'hz',
          name: '杭州',
          conditions: {
            op: 'all',
            items: [
              { type: 'text', match: 'contains', words: ['杭州'] },
              { type: 'city', words: ['杭州'] },
              { type: 'account', relationIds: [here.account.id] },
            ],
          },
        },
      ],
    },
  }
  const tagging: FlowNode = { id: 'tag', ...place, type: 'tag', data: { add: [tag.id], remove: [] } }
  const assign: FlowNode = { id: 'to', ...place, type: 'assign', data: { to: 'listed', agentIds: [here.lin.id] } }
  await here.flowOf(
    graphOf(
      [start(), ask, branch, tagging, assign, end],
      ['start', 'next', 'city'],
      ['city', 'next', 'if'],
      ['city', 'failed', 'end'],
      ['city', 'timeout', 'end'],
      ['if', 'hz', 'tag'],
      ['if', 'else', 'end'],
      ['tag', 'next', 'to'],
      ['to', 'next', 'end'],
    ),
  )

  const id = await here.talk('小满', '你好', '杭州')

  expect(await here.customerOf(id)).toMatchObject({ city: '杭州', agentId: here.lin.id })
  expect((await here.customerOf(id)).tagIds).toContain(tag.id)
  expect(await here.linesOf(id)).toEqual(
    expect.arrayContaining(['工作流「引导」 添加了标签：杭州客户', '该客户已自动分配给 林小满']),
  )
})

const judging = (): FlowGraph =>
  graphOf(
    [
      start(),
      {
        id: 'if',
        ...place,
        type: 'condition',
        data: {
          branches: [
            {
              id: 'price',
              name: '问价',
              conditions: { op: 'all', items: [{ type: 'intent', text: '客户询问价格多少钱' }] },
            },
          ],
        },
      },
      send('yes', '报价来了'),
      send('no', '请问想了解什么'),
      end,
    ],
    ['start', 'next', 'if'],
    ['if', 'price', 'yes'],
    ['if', 'else', 'no'],
    ['yes', 'next', 'end'],
    ['no', 'next', 'end'],
  )

// R145
test('AI 意图 is judged by the built-in engine, and only a verdict that decides is charged', async () => {
  const here = await flowWorld()
  await here.flowOf(judging())
  const charged = async () =>
    (await here.db.sql.select().from(pointLedger).where(eq(pointLedger.item, 'judgement'))).map(({ delta }) => delta)

  const other = await here.talk('小雨', '在吗')
  expect(await here.saidTo(other)).toEqual(['请问想了解什么'])
  expect(await charged()).toEqual([])

  const id = await here.talk('小满', '这个价格多少钱')
  expect(await here.saidTo(id)).toEqual(['报价来了'])
  expect(await charged()).toEqual([-1])
})

test('a message that the guard stops is shown and logged, and the flow goes on', async () => {
  const here = await flowWorld()
  await here.flowOf(
    graphOf(
      [start(), send('a', '加微信 abc_12345'), send('b', '您好'), end],
      ['start', 'next', 'a'],
      ['a', 'next', 'b'],
      ['b', 'next', 'end'],
    ),
  )

  const id = await here.talk('小满', '你好')

  expect(await here.saidTo(id)).toEqual(['您好'])
  expect((await here.linesOf(id)).some((line) => line.startsWith('工作流「引导」未发送：'))).toBe(true)
  const rows = await here.db.sql
    .select()
    .from(automationLog)
    .where(eq(automationLog.customerId, id))
    .orderBy(automationLog.step)
  expect(rows.map(({ result }) => result)).toEqual(['blocked', 'sent'])
})

const guided = (title: string) =>
  graphOf(
    [start(), menu('m', title, { price: '报价', visit: '到店' }), end],
    ['start', 'next', 'm'],
    ['m', 'price', 'end'],
    ['m', 'visit', 'end'],
    ['m', 'unmatched', 'end'],
  )

test('a menu is a question guide of 抖音, and passes the guard like a text', async () => {
  const here = await flowWorld()
  const flow = await here.flowOf(guided('请选择'))
  const id = await here.talk('小满', '你好')

  const { items } = await here.lin.call(messageApi.list, { body: { customerId: id } })
  expect(items.find(({ senderKind }) => senderKind === 'flow')?.content).toMatchObject({
    type: 'link',
    placeholder: '请选择',
    extra: { cardType: 'question_guide', questions: '["报价","到店"]' },
  })

  await here.publish(await here.save(flow, guided('加微信 abc_12345')))
  const other = await here.talk('小雨', '你好')
  expect(await here.saidTo(other)).toEqual([])
  expect(await here.runsOf(other)).toMatchObject([{ outcome: 'error' }])
})

test('归档 ends the flow; the next session is received by the plan', async () => {
  const here = await flowWorld()
  await here.flowOf('lead')
  const id = await here.talk('小满', '你好')

  await here.lin.call(customerApi.archive, { body: { customerId: id, archive: true } })

  expect(await here.runsOf(id)).toMatchObject([{ outcome: 'session' }])
})

// R147
test.each([
  ['has a step to come', wait('w', (5 * DAY_MS) / MINUTE_MS), ['timeout', 'reply'], 'end'],
  [
    'waits for the customer without an end',
    menu('w', '想了解哪方面', { price: '价格' }),
    ['price', 'unmatched'],
    'session',
  ],
])('a customer whose flow %s: archived or not, its run ends as it should', async (_what, node, exits, outcome) => {
  const here = await flowWorld()
  const { id: flowId } = await here.flowOf(
    graphOf(
      [start({ type: 'manual' }), node, end],
      ['start', 'next', 'w'],
      ...exits.map((exit): [string, string, string] => ['w', exit, 'end']),
    ),
  )
  const customerId = await here.ask('小满', '在吗')
  await here.lin.call(customerApi.setWorkflowStatus, { body: { customerId, enableWorkflow: true, flowId } })
  await here.work()

  here.clock.advance(4 * DAY_MS)
  await here.reception.work.autoArchive.run()
  expect((await here.customerOf(customerId)).archive).toBe(outcome === 'session')
  here.clock.advance(DAY_MS)
  await here.work()

  expect(await here.runsOf(customerId)).toMatchObject([{ outcome }])
})
