import { aiAgentApi, customerApi, type CustomerId, messageApi } from '@ruwu/contract'
import { HANDOFF_HINT_MS, NOBODY_ONLINE_TEXT, REQUEST_ANSWER_MS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pointAccount } from '../../db/schema/index.ts'
import { createLog } from '../../platform/log.ts'
import { type AiWorld, aiWorld, MERGE_MS } from '../../testing/ai-world.ts'
import { handsOver, says } from '../../testing/scripted-engine.ts'
import { startNode } from '../../testing/start-node.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'
import { HandoffHintWorker } from './handoff-hint.ts'

const DAY_MS = 86_400_000
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

const unreadable = () => Promise.reject(new Error('the account cannot be read'))

const soundHints = async ({ clock, reception }: AiWorld) => {
  clock.advance(HANDOFF_HINT_MS)
  await reception.ai.work.hints.run()
}

test('转人工: manual reception, a message to the customer, a note with reason and summary, and all screens agree', async () => {
  const here = await aiWorld()
  await here.seeThere(here.lin)
  const id = await here.ask('小满', '你好')
  const open = await openWorkbench(here.lin, id)
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

test('without an online agent the customer gets the offline text, and the thread says so', async () => {
  const { id, wordsOf, linesOf } = await handedOver()

  expect((await wordsOf(id)).at(-1)).toBe(`flow: ${NOBODY_ONLINE_TEXT}`)
  expect(await linesOf(id)).toContain('当前没有客服在线，客服上线后分配')
})

test('whoever is handed over is 待接手 and gets an agent at once; the first answer of a person ends it', async () => {
  const here = await aiWorld()
  const { lin, wei, zhao, hire } = here
  const team = [lin, wei, zhao, await hire('周野', 'agent'), await hire('苏沐', 'agent'), await hire('唐果', 'agent')]
  await here.seeThere(...team)
  const id = await here.ask('小满', '你好')
  here.engine.script = () => handsOver('keyword', '转人工')
  await here.ask('小满', '转人工')
  await here.reception.work.assignQueue.run()

  const { agentId } = await here.customerOf(id)
  const owner = team.find((person) => person.id === agentId)!
  expect(await owner.call(customerApi.list, { body: { scope: 1, handoff: true } })).toMatchObject({
    items: [{ customerId: id, receptionType: 'manual' }],
  })
  expect(await owner.call(customerApi.count, { query: {} })).toMatchObject({ handoffCount: 1 })
  const open = await openWorkbench(owner, id)

  await owner.call(messageApi.send, {
    body: { customerId: id, chatId: '00000001', content: { type: 'text', text: '您好，我来接待' } },
  })

  expect((await here.customerOf(id)).handoffAt).toBeNull()
  expect(await owner.call(customerApi.count, { query: {} })).toMatchObject({ handoffCount: 0 })
  await open.agrees()
})

test.each<[string, (here: AiWorld, id: CustomerId) => Promise<unknown>]>([
  [
    'the AI receives again',
    ({ lin }, customerId) => lin.call(customerApi.setAiStatus, { body: { customerId, enableAi: true } }),
  ],
  ['归档', ({ lin }, customerId) => lin.call(customerApi.archive, { body: { customerId, archive: true } })],
])('nobody is 待接手 after %s', async (_case, end) => {
  const here = await handedOver()
  expect((await here.customerOf(here.id)).handoffAt).not.toBeNull()

  await end(here, here.id)

  expect((await here.customerOf(here.id)).handoffAt).toBeNull()
})

test('whoever asks for a person again hears the truth, once in five minutes', async () => {
  const here = await handedOver(({ seeThere, lin }) => seeThere(lin))
  const { id, clock, reception } = here
  const askAgain = async (text: string) => {
    clock.advance(1_000)
    await here.write('小满', text)
    await reception.work.causes.run()
    return (await here.wordsOf(id)).at(-1)
  }

  expect(await askAgain('在吗')).toBe('customer: 在吗')
  expect(await askAgain('转人工')).toBe('flow: 已在为您安排，下一位就是您')
  expect(await askAgain('转人工！')).toBe('customer: 转人工！')
  clock.advance(REQUEST_ANSWER_MS)
  expect(await askAgain('人工客服呢')).toBe(`flow: ${NOBODY_ONLINE_TEXT}`)
})

test('the answer to a further request names how many wait longer', async () => {
  const here = await aiWorld()
  await here.seeThere(here.lin)
  here.engine.script = () => handsOver('keyword', '转人工')
  for (const name of ['甲', '乙', '丙']) await here.ask(name, '转人工')

  const id = await here.write('丙', '转人工')
  await here.reception.work.causes.run()

  expect((await here.wordsOf(id)).at(-1)).toBe('flow: 已在为您安排，前面还有 2 位')
})

test('after two and a half seconds all online agents of the account get one hint', async () => {
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

test('an agent assigned by the queue still gets the hint', async () => {
  const here = await handedOver(async ({ seeThere, setPlan, lin }) => {
    await setPlan('idle')
    await seeThere(lin)
  })
  await here.reception.work.assignQueue.run()
  expect((await here.customerOf(here.id)).agentId).toBe(here.lin.id)

  await soundHints(here)

  expect((await hintsOf(here)).map(({ to }) => to)).toEqual([[here.lin.id]])
})

test('a hint that was due while no node ran is sent by the next node', async () => {
  const here = await handedOver(({ seeThere, lin }) => seeThere(lin))
  const next = await startNode(here.databaseUrl, here.clock)
  here.clock.advance(20_000)

  await next.reception.ai.work.hints.run()
  await here.reception.ai.work.hints.run()
  await next.close()

  expect(await hintsOf(here)).toHaveLength(1)
})

test('a hint that fails again and again keeps no other waiting', async () => {
  const here = await handedOver()
  const owned = await here.ask('小北', '转人工')
  await here.changeCustomer(owned, { agentId: here.wei.id })
  const { db, clock } = here
  const hints = new HandoffHintWorker({ db, clock, log: createLog('silent'), findAccount: unreadable }, 1)
  clock.advance(HANDOFF_HINT_MS)

  const rounds = [await hints.run(), await hints.run(), await hints.run()]

  expect(rounds).toEqual([true, true, false])
  expect(await hintsOf(here)).toEqual([{ text: '小北 需要人工接待：客户要求人工', to: [here.wei.id] }])
  expect(await here.handoffsOf(here.id)).not.toMatchObject([{ hintAt: null }])
})

test('however many ask the same, each gets the same answer or the same sentence', async () => {
  const here = await aiWorld()
  const names = ['甲', '乙', '丙', '丁', '戊', '己']
  const lastWords: string[] = []
  for (const name of names) {
    here.engine.script = () => says('周一到周五营业')
    const id = await here.ask(name, '几点开门')
    lastWords.push((await here.wordsOf(id)).at(-1) ?? '')
    here.engine.script = () => handsOver('unknown')
    await here.ask(name, '能开发票吗')
    lastWords.push((await here.wordsOf(id)).at(-1) ?? '')
  }

  expect(lastWords).toEqual(names.flatMap(() => ['ai: 周一到周五营业', `flow: ${NOBODY_ONLINE_TEXT}`]))
})

test('a text the guard refuses is handed over', async () => {
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

test('the count of turns without a hit restarts when the AI is back', async () => {
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

/** The account's AI is taken back after the customer has written to it. */
async function withoutAi() {
  const here = await aiWorld()
  await here.seeThere(here.lin)
  await here.ask('小满', '你好')
  const id = await here.write('小满', '多少钱')
  await here.publishAi('30', null)
  here.clock.advance(MERGE_MS)
  return { ...here, id }
}

test('an account without a published AI hands over like a failing one: message, note, hint, statistics; screens agree', async () => {
  const here = await withoutAi()
  const open = await openWorkbench(here.lin, here.id)

  await here.answer()
  await here.answer()
  await soundHints(here)

  expect(await here.customerOf(here.id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
  expect((await here.wordsOf(here.id)).slice(-2)).toEqual(['customer: 多少钱', `flow: ${SENTENCE}`])
  expect(await here.notesOf(here.id)).toEqual([
    ['转人工原因：AI 异常（AI 智能体未发布）', '客户说：你好；多少钱', '已回复：答：你好', '已收集：无'].join('\n'),
  ])
  expect(await hintsOf(here)).toEqual([{ text: '小满 需要人工接待：AI 异常', to: [here.lin.id] }])
  expect(await here.handoffsOf(here.id)).toMatchObject([{ reason: 'error' }])
  expect(await here.waiting()).toEqual([])
  await open.agrees()
})

test('an agent’s reply prevents the handoff of an account without a published AI', async () => {
  const here = await withoutAi()
  const { lin, id } = here
  await lin.call(messageApi.send, {
    body: { customerId: id, chatId: 'chat-first', content: { type: 'text', text: '我来回答' } },
  })

  await here.answer()

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'human_reply' })
  expect(await here.notesOf(id)).toEqual([])
})

test('points that end in the middle of a session count as 转人工 of that session', async () => {
  const here = await aiWorld()
  const { db, clock, account, zhao, reception } = here
  await here.ask('小满', '你好')
  await here.ask('大雪', '你好')
  await zhao.call(customerApi.archive, { body: { customerId: (await here.rowOf('大雪')).id, archive: true } })
  await db.sql.update(pointAccount).set({ bonusHumanPoints: 0 }).where(eq(pointAccount.entId, account.entId))

  while (await reception.work.points.run());

  const { id } = await here.rowOf('小满')
  expect(await here.handoffsOf(id)).toMatchObject([{ epoch: 1, reason: 'points', hintAt: null }])
  expect(await here.notesOf(id)).toEqual([])
  clock.advance(DAY_MS)
  const figures = await zhao.call(aiAgentApi.statistics, { query: { relationId: account.id } })
  expect(figures).toMatchObject({ sessions: 2, handoffRate: 1 / 2 })
})
