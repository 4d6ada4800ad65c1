import type { FlowNode } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automationLog, pointLedger } from '../../db/schema/index.ts'
import { says } from '../../testing/scripted-engine.ts'
import { end, flowWorld, graphOf, menu, place, send, start } from './testing/flow-world.ts'

const ai = (maxAnswers = 2): FlowNode => ({
  id: 'ai',
  ...place,
  type: 'ai',
  data: { instruction: '只谈价格', maxAnswers },
})
const asking = (maxAnswers?: number) =>
  graphOf([start(), ai(maxAnswers), end], ['start', 'next', 'ai'], ['ai', 'next', 'end'])
const byWord = (word: string) => start({ type: 'keyword', match: 'contains', words: [word] })

// R145
test('a model that hangs holds up neither other customers nor more than a share of the calls', async () => {
  const here = await flowWorld()
  const { flows } = here.reception.work
  await here.flowOf(graphOf([byWord('问'), ai(1), end], ['start', 'next', 'ai'], ['ai', 'next', 'end']))
  await here.flowOf(
    graphOf(
      [byWord('菜单'), menu('m', '请选择', { price: '报价' }), send('s', '报价来了'), end],
      ['start', 'next', 'm'],
      ['m', 'price', 's'],
      ['m', 'unmatched', 'end'],
      ['s', 'next', 'end'],
    ),
  )
  const hanging = Promise.withResolvers<void>()
  here.engine.script = async () => {
    await hanging.promise
    return says('399 元')
  }
  const asking5 = []
  for (const name of ['甲', '乙', '丙', '丁', '戊']) asking5.push(await here.write(name, '问价'))
  await flows.run()
  here.clock.advance(3_000)
  await flows.run()

  const id = await here.write('小满', '菜单')
  await flows.run()
  await here.write('小满', '1')
  await flows.run()

  expect(await here.saidTo(id)).toEqual(['请选择\n1. 报价', '报价来了'])
  expect(here.engine.asked).toHaveLength(4)
  hanging.resolve()
  await here.work()
  here.clock.advance(1_000)
  await here.work()
  for (const each of asking5) expect(await here.runsOf(each)).toMatchObject([{ outcome: 'end' }])
  expect(here.engine.asked).toHaveLength(5)
})

// 1.4
test('合并等待: the AI is asked once, so long after the last message of a burst, and at most 10 s after the first', async () => {
  const here = await flowWorld()
  await here.flowOf(asking())
  await here.talk('小满', '你好', '想问下价格', '60 平的')
  here.clock.advance(2_000)
  await here.work()
  expect(here.engine.asked).toHaveLength(0)
  here.clock.advance(1_000)
  await here.work()
  const id = (await here.rowOf('小满')).id
  expect((await here.wordsOf(id)).at(-1)).toBe('ai: 答：你好 想问下价格 60 平的')
  expect(here.engine.asked).toHaveLength(1)

  const burst = Array.from('客厅卧室厨房阳台书房门')
  for (const each of [...burst, '窗']) if (here.engine.asked.length < 2) await here.talk('小满', each)
  expect((await here.wordsOf(id)).at(-1)).toBe(`ai: 答：${burst.join(' ')}`)
})

test('an answer to less than the customer has written is neither sent nor charged: the AI is asked again', async () => {
  const here = await flowWorld()
  await here.flowOf(asking())
  const id = await here.talk('小满', '多少钱')
  here.clock.advance(3_000)
  here.engine.script = async () => {
    if (here.engine.asked.length > 1) return says('60 平 399 元')
    await here.write('小满', '60 平的')
    return says('看面积')
  }
  await here.work()
  here.clock.advance(3_000)
  await here.work()
  await here.deliver()

  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱', 'customer: 60 平的', 'ai: 60 平 399 元'])
  const rows = await here.db.sql.select().from(automationLog).where(eq(automationLog.customerId, id))
  expect(rows.map(({ points }) => points)).toEqual([1])
})

test.each<[string, string[], number, number[]]>([
  ['that arrives whole costs what one costs', ['第一', '第二', '第三'], 0, [1, 0, 0]],
  ['whose first text is refused costs nothing', ['第一', '第二', '第三'], 1, [0, 0, 0]],
  ['whose first text is held back is charged by the next', ['加微信 abc_12345', '第二', '第三'], 0, [0, 1, 0]],
])('an answer in three texts %s', async (_what, texts, refused, points) => {
  const here = await flowWorld()
  await here.flowOf(asking())
  here.engine.script = () => says(...texts)
  const id = await here.talk('小满', '多少钱')
  here.clock.advance(3_000)
  await here.work()
  if (refused > 0) await here.refuse(refused)
  await here.deliver()

  const rows = await here.db.sql.select().from(automationLog).where(eq(automationLog.customerId, id))
  const pointsOf = new Map(rows.map((row) => [row.output?.text, row.points]))
  expect(texts.map((text) => pointsOf.get(text))).toEqual(points)
  const spent = await here.db.sql.select().from(pointLedger).where(eq(pointLedger.type, 'consume'))
  expect(spent.map(({ item, delta }) => [item, delta])).toEqual(points.includes(1) ? [['ai_reply', -1]] : [])
})

const phone: FlowNode = {
  id: 'phone',
  ...place,
  type: 'ask',
  data: {
    text: '手机号？',
    field: null,
    kind: 'phone',
    options: [],
    retryText: '不完整',
    retries: 2,
    timeoutMinutes: 5,
  },
}
const phoneFlow = () =>
  graphOf(
    [start(), phone, send('thanks', '谢谢'), send('no', '请填写卡片'), end],
    ['start', 'next', 'phone'],
    ['phone', 'next', 'thanks'],
    ['phone', 'failed', 'no'],
    ['phone', 'timeout', 'end'],
    ['thanks', 'next', 'end'],
    ['no', 'next', 'end'],
  )

test('a submitted card answers the question; a number that the platform masks is not asked for again', async () => {
  const here = await flowWorld()
  await here.flowOf(phoneFlow())
  const one = await here.talk('甲', '你好')
  await here.platform.tell({
    ...here.platform.base(here.account),
    kind: 'card_submitted',
    from: { platformId: '甲', name: '甲' },
    cardId: 'card-1',
    fields: [
      { label: '姓名', value: '王女士' },
      { label: '手机号', value: '13800138000' },
    ],
  })
  await here.platform.settle()
  await here.work()
  const two = await here.talk('乙', '你好', '138****8000')

  expect(await here.saidTo(one)).toEqual(['手机号？', '谢谢'])
  expect(await here.saidTo(two)).toEqual(['手机号？', '请填写卡片'])
})
