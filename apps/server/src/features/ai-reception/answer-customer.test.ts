import { customerApi, type CustomerId, messageApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { type AiWorld, aiWorld, MERGE_MS } from '../../testing/ai-world.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'
import { handsOver, says, staysSilent } from '../../testing/scripted-engine.ts'

const said = (text: string) => ({ chatId: 'chat-by-hand', content: { type: 'text', text } })

test('a burst is answered once, together, after it has been calm for a while; every open screen agrees', async () => {
  const { lin, write, answer, engine, clock, wordsOf, runsOf, waiting } = await aiWorld()
  const id = await write('小满', '你好', '在吗')
  const open = await openWorkbench(lin, id)

  await answer()
  expect(engine.asked).toHaveLength(0)
  clock.advance(MERGE_MS)
  await answer()

  expect(await wordsOf(id)).toEqual(['customer: 你好', 'customer: 在吗', 'ai: 答：你好 在吗'])
  expect(await runsOf(id)).toMatchObject([{ state: 'sent', question: '你好 在吗', answeredSeq: 2, epoch: 1 }])
  expect(await waiting()).toEqual([])
  await open.agrees()
})

test('a customer who keeps writing is answered ten seconds after the first message', async () => {
  const { write, clock, waiting } = await aiWorld()
  await write('小满', ...Array.from({ length: 12 }, (_each, no) => `第${no}句`))

  const [row] = await waiting()

  expect(row?.dueAt.getTime()).toBe(clock.now().getTime())
  expect(row?.firstAt.getTime()).toBe(clock.now().getTime() - 11_000)
})

test('the account’s own 合并等待 is waited for', async () => {
  const { write, clock, waiting } = await aiWorld({ config: { advanced: { mergeSec: 8 } } })
  await write('小满', '在吗')

  expect((await waiting())[0]?.dueAt.getTime()).toBe(clock.now().getTime() + 8_000)
})

test('a message during a run aborts it and is answered together with the earlier ones', async () => {
  const { write, answer, ask, engine, clock, wordsOf, runsOf } = await aiWorld()
  await write('小满', '多少钱')
  clock.advance(MERGE_MS)
  let isFirst = true
  engine.script = async ({ signal }) => {
    if (!isFirst) return {}
    isFirst = false
    await write('小满', '还有地址')
    expect(signal.aborted).toBe(true)
    return {}
  }
  await answer()

  const id = await ask('小满')

  expect(await wordsOf(id)).toEqual(['customer: 多少钱', 'customer: 还有地址', 'ai: 答：多少钱 还有地址'])
  expect((await runsOf(id)).map((run) => [run.state, run.detail])).toEqual([
    ['dropped', '客户又发来消息'],
    ['sent', ''],
  ])
})

test.each([
  ['a person answers', 'human_reply'],
  ['AI 托管 is switched off', 'agent_toggle'],
] as const)('%s while it thinks: nothing is said and nothing is charged', async (_name, reason) => {
  const { lin, zhao, write, answer, engine, clock, customerOf, wordsOf, runsOf, waiting } = await aiWorld()
  const id = await write('小满', '多少钱')
  clock.advance(MERGE_MS)
  engine.script = async () => {
    if (reason === 'human_reply') await lin.call(messageApi.send, { body: { customerId: id, ...said('我来说') } })
    else await zhao.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: false } })
    return {}
  }

  await answer()

  expect((await wordsOf(id)).filter((words) => words.startsWith('ai'))).toEqual([])
  expect((await customerOf(id)).aiOffReason).toBe(reason)
  expect(await runsOf(id)).toMatchObject([{ state: 'dropped', points: 0 }])
  expect(await waiting()).toEqual([])
})

test.each([
  ['at once', 60_000, ['customer: 多少钱', 'ai: 答：多少钱']],
  ['days later', 3 * 86_400_000, ['customer: 多少钱']],
])('archived before it answered and brought back %s', async (_name, afterMs, words) => {
  const { zhao, write, answer, clock, wordsOf } = await aiWorld()
  const customerId = await write('小满', '多少钱')
  await zhao.call(customerApi.archive, { body: { customerId, archive: true } })
  clock.advance(MERGE_MS)
  await answer()
  expect(await wordsOf(customerId)).toEqual(['customer: 多少钱'])

  clock.advance(afterMs)
  await zhao.call(customerApi.archive, { body: { customerId, archive: false } })
  await answer()

  expect(await wordsOf(customerId)).toEqual(words)
})

const putAway = ({ zhao }: AiWorld, customerId: CustomerId) =>
  zhao.call(customerApi.archive, { body: { customerId, archive: true } })
const shutOut = ({ zhao }: AiWorld, customerId: CustomerId) =>
  zhao.call(customerApi.block, { body: { customerId, block: true } })

test.each([
  ['archived', putAway, says('答')],
  ['archived', putAway, handsOver('keyword')],
  ['blocked', shutOut, says('答')],
  ['blocked', shutOut, handsOver('keyword')],
])('%s while it thinks, the customer hears nothing and nobody is called', async (_what, away, decided) => {
  const here = await aiWorld()
  const id = await here.write('小满', '多少钱')
  here.clock.advance(MERGE_MS)
  here.engine.script = async () => {
    await away(here, id)
    return decided
  }

  await here.answer()

  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱'])
  expect(await here.runsOf(id)).toMatchObject([{ state: 'dropped' }])
  expect(await here.handoffsOf(id)).toEqual([])
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'ai_agent', receptionEpoch: 1 })
})

test('an unblocked customer is answered', async () => {
  const here = await aiWorld()
  const id = await here.write('小满', '多少钱')
  await shutOut(here, id)
  here.clock.advance(MERGE_MS)
  await here.answer()
  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱'])

  await here.zhao.call(customerApi.block, { body: { customerId: id, block: false } })
  await here.answer()
  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 答：多少钱'])
})

test('an answer in parts is one answer', async () => {
  const { ask, engine, wordsOf, runsOf } = await aiWorld()
  engine.script = () => says('第一', '第二', '第三')

  const id = await ask('小满', '多少钱')

  expect(await wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 第一', 'ai: 第二', 'ai: 第三'])
  expect(await runsOf(id)).toHaveLength(1)
})

test('the decision to stay silent sends nothing and dequeues the message', async () => {
  const { ask, engine, wordsOf, runsOf, waiting, customerOf } = await aiWorld()
  engine.script = () => staysSilent('只有表情')

  const id = await ask('小满', '😊')

  expect(await wordsOf(id)).toEqual(['customer: 😊'])
  expect(await runsOf(id)).toMatchObject([{ state: 'silent', detail: '只有表情' }])
  expect(await waiting()).toEqual([])
  expect((await customerOf(id)).receptionType).toBe('ai_agent')
})

test('switched on again, the AI answers an unanswered message at once', async () => {
  const { zhao, write, answer, wordsOf, waiting } = await aiWorld()
  const id = await write('小满', '多少钱')
  await zhao.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: false } })
  await answer()
  expect(await waiting()).toHaveLength(1)

  await zhao.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: true } })
  await answer()

  expect(await wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 答：多少钱'])
  expect(await waiting()).toEqual([])
})

test('after the return time the AI answers the waiting message', async () => {
  const { lin, write, ask, answer, clock, reception, wordsOf } = await aiWorld()
  const id = await ask('小满', '你好')
  await lin.call(messageApi.send, { body: { customerId: id, ...said('我来说') } })
  await write('小满', '多少钱')
  clock.advance(30 * 60_000)

  await reception.work.returns.run()
  await answer()

  expect((await wordsOf(id)).slice(-2)).toEqual(['customer: 多少钱', 'ai: 答：多少钱'])
})

test('after a handoff and switching the AI on again the same message is decided again', async () => {
  const { zhao, ask, answer, engine, wordsOf } = await aiWorld()
  engine.script = () => handsOver('unknown')
  const id = await ask('小满', '多少钱')
  engine.script = () => says('三百')

  await zhao.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: true } })
  await answer()

  expect((await wordsOf(id)).at(-1)).toBe('ai: 三百')
})
