import { automationApi, flowApi, type FlowNode } from '@ruwu/contract'
import { DEFAULT_GLOBAL, NOBODY_ONLINE_TEXT } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { says } from '../../testing/scripted-engine.ts'
import { end, flowWorld, graphOf, handoff, menu, place, send, start, wait } from './testing/flow-world.ts'

const MINUTE_MS = 60_000
const BLOCKED = '加微信 abc_12345'

type Here = Awaited<ReturnType<typeof flowWorld>>

const limit = (here: Here, change: Partial<typeof DEFAULT_GLOBAL>) =>
  here.zhao.call(automationApi.saveGlobal, { body: { ...DEFAULT_GLOBAL, ...change, version: 0 } })
const pause = (here: Here, paused: boolean) => here.zhao.call(automationApi.pause, { body: { paused } })
const price = menu('m', '请选择', { price: '报价' })
const ai: FlowNode = { id: 'ai', ...place, type: 'ai', data: { instruction: '只谈价格', maxAnswers: 2 } }

// R145
test('a question that the limit of the day holds back is not waited for: people have the customer, with the reason', async () => {
  const here = await flowWorld()
  await limit(here, { dailyMax: 1 })
  await here.flowOf(
    graphOf(
      [start(), send('s', '您好'), price, end],
      ['start', 'next', 's'],
      ['s', 'next', 'm'],
      ['m', 'price', 'end'],
      ['m', 'unmatched', 'end'],
    ),
  )

  const id = await here.talk('小满', '你好')

  expect(await here.saidTo(id)).toEqual(['您好'])
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
  expect((await here.customerOf(id)).waitingSince).not.toBeNull()
  expect(await here.runsOf(id)).toMatchObject([{ outcome: 'error', reason: '今日自动消息已达 1 条上限' }])
  expect(await here.notesOf(id)).toEqual(['工作流已停止：今日自动消息已达 1 条上限'])
  expect(await here.zhao.call(flowApi.list, {})).toMatchObject([{ started: 1, blocked: 1 }])
})

test('a retry that the guard stops, and an AI answer that it stops, give the customer to people', async () => {
  const here = await flowWorld()
  const question: FlowNode = {
    id: 'q',
    ...place,
    type: 'ask',
    data: {
      text: '手机号？',
      field: null,
      kind: 'phone',
      options: [],
      retryText: BLOCKED,
      retries: 2,
      timeoutMinutes: 5,
    },
  }
  await here.flowOf(
    graphOf(
      [start({ type: 'keyword', match: 'contains', words: ['预约'] }), question, end],
      ['start', 'next', 'q'],
      ['q', 'next', 'end'],
      ['q', 'failed', 'end'],
      ['q', 'timeout', 'end'],
    ),
  )
  await here.flowOf(
    graphOf(
      [start({ type: 'keyword', match: 'contains', words: ['多少'] }), ai, end],
      ['start', 'next', 'ai'],
      ['ai', 'next', 'end'],
    ),
  )
  here.engine.script = () => says(BLOCKED)

  const one = await here.talk('甲', '预约', '不方便')
  const two = await here.talk('乙', '多少钱')
  here.clock.advance(3_000)
  await here.work()

  for (const id of [one, two])
    expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
  expect(await here.wordsOf(two)).toEqual(['customer: 多少钱'])
})

test('转人工 whose own text is held back says the account’s', async () => {
  const here = await flowWorld()
  await here.flowOf(
    graphOf([start(), { ...handoff, type: 'handoff', data: { text: BLOCKED } }], ['start', 'next', 'person']),
  )

  const id = await here.talk('小满', '你好')

  expect(await here.saidTo(id)).toEqual([NOBODY_ONLINE_TEXT])
})

// R146
test('全局免打扰 puts a step off to its end; a customer who writes before is answered', async () => {
  const here = await flowWorld()
  here.clock.set(new Date('2026-03-17T21:30:00+08:00'))
  await limit(here, { quiet: { enabled: true, from: '22:00', to: '08:00' } })
  await here.flowOf(
    graphOf(
      [start(), send('s', '您好'), wait('w', 120), price, end],
      ['start', 'next', 's'],
      ['s', 'next', 'w'],
      ['w', 'timeout', 'm'],
      ['w', 'reply', 'end'],
      ['m', 'price', 'end'],
      ['m', 'unmatched', 'end'],
    ),
  )
  const silent = await here.talk('小满', '你好')
  const writing = await here.talk('小雨', '你好')
  here.clock.advance(121 * MINUTE_MS)
  await here.work()
  expect([await here.saidTo(silent), await here.saidTo(writing)]).toEqual([['您好'], ['您好']])
  expect((await here.linesOf(silent)).filter((line) => line.includes('未发送'))).toEqual([])

  await here.talk('小雨', '睡了吗')
  expect(await here.saidTo(writing)).toEqual(['您好', '请选择\n1. 报价'])
  expect(await here.saidTo(silent)).toEqual(['您好'])
  here.clock.set(new Date('2026-03-18T08:00:00+08:00'))
  await here.work()
  expect(await here.saidTo(silent)).toEqual(['您好', '请选择\n1. 报价'])
})

test('a step that meets 暂停所有自动化 half-way is done after it', async () => {
  const here = await flowWorld()
  await here.flowOf(
    graphOf([start(), price, end], ['start', 'next', 'm'], ['m', 'price', 'end'], ['m', 'unmatched', 'end']),
  )
  const id = await here.write('小满', '你好')
  const { transaction } = here.db
  let left = 2
  here.db.transaction = async (work) => {
    left -= 1
    // After the run was listed as due, before the step that sends.
    if (left === 0) await here.db.sql.execute(sql`update enterprise set automation_paused_at = now()`)
    return transaction(work)
  }
  await here.work()
  here.db.transaction = transaction
  expect(await here.runsOf(id)).toMatchObject([{ outcome: null }])
  expect(await here.saidTo(id)).toEqual([])

  await pause(here, false)
  await here.work()
  expect(await here.saidTo(id)).toEqual(['请选择\n1. 报价'])
})

test('an AI answer waits for a transaction that holds the customer for a moment', async () => {
  const here = await flowWorld()
  await here.flowOf(graphOf([start(), ai, end], ['start', 'next', 'ai'], ['ai', 'next', 'end']))
  const id = await here.talk('小满', '多少钱')
  let asked = 0
  const other = await here.db.pool.connect()
  here.engine.script = async () => {
    asked += 1
    await other.query('begin')
    await other.query('select from customer where id = $1 for no key update', [id])
    setTimeout(() => void other.query('commit').finally(() => other.release()), 300)
    return says('399 元')
  }
  here.clock.advance(3_000)

  await here.work()

  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 399 元'])
  expect(asked).toBe(1)
})
