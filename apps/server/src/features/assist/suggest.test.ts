import {
  CORE_BASE_PATH,
  customerApi,
  type CustomerId,
  ERRORS,
  type KnowledgeId,
  messageApi,
  statisticsApi,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pointLedger, replySuggestion } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { aiWorld } from '../../testing/ai-world.ts'
import type { Person } from '../../testing/person.ts'
import { handsOver, says } from '../../testing/scripted-engine.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

/** A customer of Lin, who has taken it from the AI and owes an answer. */
async function assistWorld() {
  const here = await aiWorld()
  const { lin, clock, engine } = here
  const knowledgeId = newId<KnowledgeId>(clock.now())
  const piece = { knowledgeId, type: 'qa', title: '多少钱', piece: '399 元', score: 0.92, isUsed: true } as const
  engine.script = () => ({ ...says('您好', '399 元'), knowledge: [piece], used: [knowledgeId], isHit: true })
  const customerId = await here.write('小满', '多少钱')
  await lin.call(customerApi.receive, { body: { customerId } })
  await lin.call(customerApi.setAiStatus, { body: { customerId, enableAi: false } })
  const suggest = (person: Person = lin) => person.call(messageApi.suggest, { body: { customerId } })
  const send = (text: string, suggestedSeq?: number) => {
    const chatId = newId<string>(clock.now())
    return lin.call(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text }, suggestedSeq } })
  }
  const offered = () => here.db.sql.select().from(replySuggestion).where(eq(replySuggestion.customerId, customerId))
  return { ...here, customerId, knowledgeId, suggest, send, offered }
}

// R172
test('the answer the AI would give is offered to who owes one; nothing is sent, charged or recorded as a run', async () => {
  const { suggest, offered, db, wordsOf, runsOf, customerId, knowledgeId, lin } = await assistWorld()

  const { seq, items } = await suggest()
  await suggest()

  expect(items).toEqual([{ text: '您好\n399 元', sources: [{ knowledgeId, title: '多少钱', score: 0.92 }] }])
  expect(await wordsOf(customerId)).toEqual(['customer: 多少钱'])
  expect(await runsOf(customerId)).toEqual([])
  expect(await db.sql.select().from(pointLedger).where(eq(pointLedger.type, 'consume'))).toEqual([])
  expect(await offered()).toMatchObject([{ seq, agentId: lin.id, messageId: null }])
})

test.each([
  [
    'the AI receives the customer',
    (lin: Person, customerId: CustomerId) =>
      lin.call(customerApi.setAiStatus, { body: { customerId, enableAi: true } }),
  ],
  [
    'the customer is archived',
    (lin: Person, customerId: CustomerId) => lin.call(customerApi.archive, { body: { customerId, archive: true } }),
  ],
])('nothing is offered while %s', async (_when, change) => {
  const { suggest, offered, lin, customerId, engine } = await assistWorld()
  await change(lin, customerId)

  expect((await suggest()).items).toEqual([])
  expect(await offered()).toEqual([])
  expect(engine.asked).toEqual([])
})

test('nothing is offered once the customer has an answer, nor where the AI would hand over', async () => {
  const { suggest, send, write, offered, engine } = await assistWorld()
  engine.script = () => handsOver('keyword')

  expect((await suggest()).items).toEqual([])
  await send('马上回复您')
  expect((await suggest()).items).toEqual([])
  await write('小满', '好的')
  engine.script = () => says('不客气')
  expect((await suggest()).items).toMatchObject([{ text: '不客气', sources: [] }])
  expect(await offered()).toHaveLength(1)
})

test('a colleague’s customer is refused by name; the help of the AI is a right of its own, and only for who may reply', async () => {
  const { hire, customerId, lin, zhao, rival } = await assistWorld()
  const body = { customerId }
  const without = await (await hire('小白', ['im:replyCustomer'])).signIn()
  const reader = await (await hire('督查', ['im:aiAssist'])).signIn()

  expect(await zhao.refused(messageApi.suggest, { body })).toMatchObject({ code: 40901, msg: '该客户由 林小满 接待' })
  await absentForRival(rival, messageApi.suggest, { body })
  await lin.call(customerApi.release, { body })
  expect(await without.refused(messageApi.suggest, { body })).toMatchObject({ code: 40301 })
  expect(await reader.refused(messageApi.suggest, { body })).toMatchObject({ code: 40301 })
})

test('a text with a contact that the agent sees masked is not offered: it would be sent with the mask', async () => {
  const { suggest, offered, engine, hire, customerId, lin, zhao } = await assistWorld()
  engine.script = () => says('请打 13800001234')
  const masked = await (await hire('小白', ['im:viewPage', 'im:replyCustomer', 'im:aiAssist'])).signIn()
  await lin.call(customerApi.release, { body: { customerId } })

  expect((await suggest(masked)).items).toEqual([])
  expect(await offered()).toEqual([])
  expect((await suggest(zhao)).items).toMatchObject([{ text: '请打 13800001234' }])
})

test('of the messages made of a suggestion the first counts, and 建议采用率 tells their share', async () => {
  const { suggest, send, write, offered, lin, zhao, clock } = await assistWorld()
  const { seq } = await suggest()

  const { id } = await send('399 元', seq)
  await send('欢迎来店里', seq)
  expect(await offered()).toMatchObject([{ seq, messageId: id, agentId: lin.id }])

  await write('小满', '有优惠吗')
  await suggest()
  await send('没有优惠')
  clock.advance(1000)
  const { tiles } = await zhao.call(statisticsApi.ai, { body: { range: 'today' } })
  expect(tiles.find(({ name }) => name === 'suggestionRate')).toMatchObject({ value: 1 / 2 })
})

test('an agent asks thirty times a minute at most', async () => {
  const { suggest, lin, customerId, engine, clock } = await assistWorld()
  for (let n = 0; n < 30; n += 1) await suggest()

  expect(await lin.refused(messageApi.suggest, { body: { customerId } })).toMatchObject({ code: ERRORS.tooOften.code })
  expect(engine.asked).toHaveLength(30)
  clock.advance(60_000)
  expect((await suggest()).items).toHaveLength(1)
})

test('the engine stops when the agent has gone on to another customer', async () => {
  const { lin, customerId, engine, address } = await assistWorld()
  const [asked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  engine.script = ({ signal }) => {
    signal.addEventListener('abort', () => stopped.resolve())
    asked.resolve()
    return stopped.promise.then(() => says('太晚了'))
  }
  const gone = new AbortController()
  const call = fetch(`http://${address}${CORE_BASE_PATH}${messageApi.suggest.path}`, {
    method: messageApi.suggest.method,
    headers: { authorization: `Bearer ${lin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customerId }),
    signal: gone.signal,
  }).catch(() => 'gone')
  await asked.promise
  gone.abort()

  await stopped.promise
  expect(await call).toBe('gone')
})
