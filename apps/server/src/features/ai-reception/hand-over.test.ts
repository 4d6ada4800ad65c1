import { customerApi, type CustomerId, messageApi } from '@ruwu/contract'
import { HANDOFF_HINT_MS, NOBODY_ONLINE_TEXT } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { type AiWorld, aiWorld } from '../../testing/ai-world.ts'
import { openDesk } from '../../testing/desk-world.ts'
import { handsOver, says } from '../../testing/scripted-engine.ts'
import { startNode } from '../../testing/start-node.ts'

const SENTENCE = '已为您转接人工客服，请稍候'

/** A customer who was just handed over; `before` what was arranged first. */
async function handedOver(before: (here: AiWorld) => Promise<void> = async () => {}) {
  const here = await aiWorld()
  await before(here)
  const id = await here.ask('小满', '你好')
  here.engine.script = () => handsOver('keyword', '转人工')
  await here.ask('小满', '转人工')
  return { ...here, id }
}

const hintsOf = async ({ hints }: AiWorld) => (await hints('handoff')).map(({ hint, to }) => ({ text: hint.text, to }))

const soundHints = async ({ clock, reception }: AiWorld) => {
  clock.advance(HANDOFF_HINT_MS)
  await reception.ai.work.hints.run()
}

test('转人工: people receive, the customer is told, the note says why and what was said, and all screens agree', async () => {
  const here = await aiWorld()
  await here.seeThere(here.lin)
  const id = await here.ask('小满', '你好')
  const open = await openDesk(here.lin, id)
  here.engine.script = () => handsOver('keyword', '转人工')

  await here.ask('小满', '转人工')

  expect(await here.customerOf(id)).toMatchObject({
    receptionType: 'manual',
    aiOffReason: 'handoff',
    receptionEpoch: 2,
  })
  expect((await here.customerOf(id)).waitingSince).not.toBeNull()
  expect((await here.wordsOf(id)).slice(-2)).toEqual(['customer: 转人工', `flow: ${SENTENCE}`])
  expect(await here.linesOf(id)).toContain('AI 转人工：客户要求人工')
  expect(await here.notesOf(id)).toEqual([
    ['转人工原因：客户要求人工（转人工）', '客户说：你好；转人工', '已回复：答：你好', '已收集：无'].join('\n'),
  ])
  expect(await here.handoffsOf(id)).toMatchObject([{ epoch: 1, reason: 'keyword' }])
  expect((await here.runsOf(id)).at(-1)).toMatchObject({ state: 'handoff', detail: '转人工' })
  expect(await here.waiting()).toEqual([])
  await open.agrees()
})

test('while nobody is there the customer is told so', async () => {
  const { id, wordsOf } = await handedOver()

  expect((await wordsOf(id)).at(-1)).toBe(`flow: ${NOBODY_ONLINE_TEXT}`)
})

test('two and a half seconds later everybody of the account who is there is called, once', async () => {
  const here = await handedOver(({ seeThere, lin, wei }) => seeThere(lin, wei))
  here.clock.advance(HANDOFF_HINT_MS - 1)
  await here.reception.ai.work.hints.run()
  expect(await hintsOf(here)).toEqual([])

  here.clock.advance(1)
  await Promise.all([here.reception.ai.work.hints.run(), here.reception.ai.work.hints.run()])

  expect(await hintsOf(here)).toEqual([
    { text: '小满 需要人工接待：客户要求人工', to: expect.arrayContaining([here.lin.id, here.wei.id]) as string[] },
  ])
})

test('the owner alone is called where there is one', async () => {
  const here = await aiWorld()
  await here.seeThere(here.lin, here.wei)
  const id = await here.ask('小满', '你好')
  await here.wei.call(customerApi.receive, { body: { customerId: id } })
  here.engine.script = () => handsOver('negative')
  await here.ask('小满', '太差了')

  await soundHints(here)

  expect(await hintsOf(here)).toEqual([{ text: '小满 需要人工接待：客户情绪负面', to: [here.wei.id] }])
})

const TAKEN_UP: [string, (here: AiWorld, customerId: CustomerId) => Promise<unknown>][] = [
  ['received the customer', ({ lin }, customerId) => lin.call(customerApi.receive, { body: { customerId } })],
  [
    'answered',
    ({ lin }, customerId) =>
      lin.call(messageApi.send, {
        body: { customerId, chatId: 'chat-by-hand', content: { type: 'text', text: '我来说' } },
      }),
  ],
  [
    'switched the AI on again',
    ({ zhao }, customerId) => zhao.call(customerApi.setAiStatus, { body: { customerId, enableAi: true } }),
  ],
]

test.each(TAKEN_UP)('nobody is called when somebody has %s meanwhile', async (_name, takeUp) => {
  const here = await handedOver(({ seeThere, lin, wei }) => seeThere(lin, wei))
  await takeUp(here, here.id)

  await soundHints(here)

  expect(await hintsOf(here)).toEqual([])
})

test('whom the queue gives the customer to is called all the same', async () => {
  const here = await handedOver(async ({ seeThere, setPlan, lin }) => {
    await setPlan('idle')
    await seeThere(lin)
  })
  await here.reception.work.drain.run()
  expect((await here.customerOf(here.id)).agentId).toBe(here.lin.id)

  await soundHints(here)

  expect((await hintsOf(here)).map(({ to }) => to)).toEqual([[here.lin.id]])
})

test('a hint that was due while nobody worked is given by whoever comes next', async () => {
  const here = await handedOver(({ seeThere, lin }) => seeThere(lin))
  const next = await startNode(here.databaseUrl, here.clock)
  here.clock.advance(20_000)

  await next.reception.ai.work.hints.run()
  await here.reception.ai.work.hints.run()
  await next.close()

  expect(await hintsOf(here)).toHaveLength(1)
})

test('the fifth customer in a day is told by their name, as the same words to so many would be held back', async () => {
  const here = await aiWorld()
  here.engine.script = () => handsOver('unknown')
  for (const name of ['甲', '乙', '丙', '丁']) await here.ask(name, '能开发票吗')

  const id = await here.ask('戊', '能开发票吗')

  expect((await here.wordsOf(id)).at(-1)).toBe(`flow: 戊，${NOBODY_ONLINE_TEXT}`)
})

test('the same answer goes on by name too', async () => {
  const here = await aiWorld()
  here.engine.script = () => says('周一到周五营业')
  const names = ['甲', '乙', '丙', '丁', '戊', '己']
  const words: (string | undefined)[] = []
  for (const name of names) words.push((await here.wordsOf(await here.ask(name, '几点开门'))).at(-1))

  expect(words).toEqual([
    'ai: 周一到周五营业',
    'ai: 周一到周五营业',
    'ai: 丙，周一到周五营业',
    'ai: 丁，周一到周五营业',
    'ai: 戊，周一到周五营业',
    'ai: 己，周一到周五营业',
  ])
})

test('what may not be said is handed over', async () => {
  const { ask, engine, wordsOf, handoffsOf, runsOf } = await aiWorld()
  engine.script = () => says('加我微信 abc12345')

  const id = await ask('小满', '怎么联系')

  expect((await wordsOf(id)).filter((words) => words.startsWith('ai'))).toEqual([])
  expect(await handoffsOf(id)).toMatchObject([{ reason: 'checker' }])
  expect(await runsOf(id)).toMatchObject([{ state: 'handoff', detail: '平台规定联系方式只能通过卡片发送' }])
})

test('an engine that fails hands over as an error, with the same effects', async () => {
  const here = await aiWorld()
  await here.seeThere(here.lin)
  here.engine.script = () => {
    throw new Error('model gone')
  }

  const id = await here.ask('小满', '你好')
  await soundHints(here)

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
  expect((await here.wordsOf(id)).at(-1)).toBe(`flow: ${SENTENCE}`)
  expect(await here.notesOf(id)).toEqual([
    ['转人工原因：AI 异常', '客户说：你好', '已回复：无', '已收集：无'].join('\n'),
  ])
  expect(await hintsOf(here)).toEqual([{ text: '小满 需要人工接待：AI 异常', to: [here.lin.id] }])
  expect(await here.runsOf(id)).toMatchObject([{ state: 'failed', detail: '' }])
})

test('turns without a hit are counted anew once the AI is back', async () => {
  const here = await aiWorld()
  here.engine.script = ({ memory }) => ({ ...handsOver('misses'), memory: { ...memory, misses: 2 } })
  const id = await here.ask('小满', '能上门吗')
  await here.zhao.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: true } })

  await here.ask('小满', '有停车位吗')

  expect(here.engine.asked.at(-1)?.memory.misses).toBe(0)
})

test('单客户每日最多回复 reached, people receive; the next day the AI may answer again', async () => {
  const here = await aiWorld({ config: { advanced: { dailyReplies: 2 } } })
  await here.ask('小满', '一')
  await here.ask('小满', '二')
  const id = await here.ask('小满', '三')
  expect(await here.handoffsOf(id)).toMatchObject([{ reason: 'daily_replies' }])
  expect((await here.wordsOf(id)).filter((words) => words.startsWith('ai'))).toHaveLength(2)

  here.clock.advance(24 * 3_600_000)
  await here.zhao.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: true } })
  await here.ask('小满', '四')

  expect((await here.wordsOf(id)).at(-1)).toBe('ai: 答：四')
})
