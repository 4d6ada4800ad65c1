import { type CardRuleId, type CustomerId, knowledgeApi, type MaterialId, messageApi } from '@ruwu/contract'
import { asksForContact } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findContactRequest } from '../../customer/contact-request.repo.ts'
import { aiMemory, cardRule, cardRuleLog, material } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { aiWorld, MERGE_MS } from '../../testing/ai-world.ts'
import { says } from '../../testing/scripted-engine.ts'

/** An account whose rule sends a 留资卡 to who asks for the price. */
async function ruleWorld(options: Parameters<typeof aiWorld>[0] = {}) {
  const here = await aiWorld(options)
  const { db, clock, account, reception } = here
  const at = { createdAt: clock.now(), updatedAt: clock.now() }
  const key = { entId: account.entId, relationId: account.id }
  const materialId = newId<MaterialId>(clock.now())
  const card = {
    platformId: 'card-1',
    name: '留资卡',
    title: '预约量房',
    auditStatus: 'passed',
    type: 'lead_form',
  } as const
  await db.sql.insert(material).values({ ...key, id: materialId, ...card, ...at })
  await db.sql.insert(cardRule).values({
    ...key,
    id: newId<CardRuleId>(clock.now()),
    position: 0,
    name: '问价',
    trigger: { type: 'keyword', match: 'contains', words: ['多少钱'] },
    materialIds: [materialId],
    delaySec: 0,
    maxPerCustomer: 5,
    intervalHours: 1,
    skipWithLead: true,
    dailyMax: 0,
    goesOn: false,
    enabled: true,
    ...at,
  })
  const runRules = () => reception.work.causes.run()
  const requestsOf = async (id: CustomerId) =>
    (await here.wordsOf(id)).filter(
      (words) => !words.startsWith('customer') && (words.includes('link') || asksForContact(words)),
    )
  return { ...here, runRules, requestsOf, ruleLog: () => db.sql.select().from(cardRuleLog) }
}

const ASKING = says('沙发 1999 元。方便留个电话吗？')
const asks = (decision: (typeof ASKING)['decision']) => ({ decision: { ...decision, ask: 'phone' } as typeof decision })

/** The built-in engine with what it knows. */
async function shop() {
  const here = await ruleWorld({ engine: undefined as never })
  for (const [question, answer] of [
    ['沙发多少钱', '沙发 1999 元起。'],
    ['几点开门', '每天早上 9 点开门。'],
  ] as const)
    await here.zhao.call(knowledgeApi.save, { body: { relationId: here.account.id, type: 'qa', question, answer } })
  return here
}

test('what a rule sent in this turn is known to the AI: it answers and asks for nothing', async () => {
  const { write, runRules, clock, answer, wordsOf, requestsOf } = await shop()
  const id = await write('小满', '沙发多少钱')
  await runRules()
  clock.advance(MERGE_MS)
  await answer()

  expect((await wordsOf(id)).at(-1)).toContain('1999')
  expect(await requestsOf(id)).toEqual(['flow: link'])
})

test('the contact is asked for once in five answers, whoever asked, and never after it was given', async () => {
  const { ask, requestsOf, wordsOf } = await shop()
  const asked: number[] = []
  let id!: CustomerId
  for (let n = 1; n <= 7; n += 1) {
    id = await ask('小满', '几点开门')
    if ((await requestsOf(id)).length > asked.length) asked.push(n)
  }
  expect(asked).toEqual([1, 6])

  await ask('小满', '我电话 13812345678')
  for (let n = 1; n <= 6; n += 1) await ask('小满', '几点开门')
  expect(await requestsOf(id)).toHaveLength(2)
  expect((await wordsOf(id)).at(-1)).toContain('9 点')
})

test('a rule that acts while the AI decides: the AI’s own request is left out, and not counted', async () => {
  const { engine, write, runRules, clock, answer, wordsOf, runsOf, requestsOf, db } = await ruleWorld()
  engine.script = async ({ memory }) => {
    await runRules()
    return { ...asks(ASKING.decision), memory: { ...memory, asked: { phone: 1 }, answers: 1 } }
  }
  const id = await write('小满', '沙发多少钱')
  clock.advance(MERGE_MS)
  await answer()

  expect((await wordsOf(id)).at(-1)).toBe('ai: 沙发 1999 元。')
  expect(await requestsOf(id)).toEqual(['flow: link'])
  expect(await runsOf(id)).toMatchObject([{ state: 'sent', decision: { ask: null, texts: ['沙发 1999 元。'] } }])
  expect(await db.sql.select().from(aiMemory).where(eq(aiMemory.customerId, id))).toMatchObject([
    { asked: {}, answers: 1 },
  ])
})

test('an answer that is nothing but a request is not sent after a rule’s', async () => {
  const { engine, write, runRules, clock, answer, wordsOf, runsOf, waiting } = await ruleWorld()
  engine.script = async () => {
    await runRules()
    return asks(says('方便留个电话吗？').decision)
  }
  const id = await write('小满', '沙发多少钱')
  clock.advance(MERGE_MS)
  await answer()

  expect(await wordsOf(id)).toEqual(['customer: 沙发多少钱', 'flow: link'])
  expect(await runsOf(id)).toMatchObject([{ state: 'silent', detail: '本轮已请客户留下联系方式' }])
  expect(await waiting()).toEqual([])
})

test('a rule that comes after the AI’s request in the same turn sends no card, and says so in its log', async () => {
  const { engine, ask, runRules, ruleLog, requestsOf } = await ruleWorld()
  engine.script = () => asks(ASKING.decision)
  const id = await ask('小满', '沙发多少钱')
  await runRules()

  expect(await requestsOf(id)).toEqual(['ai: 沙发 1999 元。方便留个电话吗？'])
  expect(await ruleLog()).toMatchObject([{ result: 'skipped', error: '本轮已请客户留下联系方式', messageId: null }])
})

test('rule and AI at once: whoever is first, one request', async () => {
  const { engine, write, runRules, clock, answer, requestsOf } = await ruleWorld()
  engine.script = () => asks(ASKING.decision)
  const ids: CustomerId[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await write(`客户${n}`, '沙发多少钱'))
  clock.advance(MERGE_MS)
  await Promise.all([answer(), runRules()])

  for (const id of ids) expect(await requestsOf(id)).toHaveLength(1)
})

test('a request that was not delivered does not count: the next answer asks', async () => {
  const { ask, refuse, deliver, requestsOf } = await shop()
  await ask('小满', '几点开门')
  await refuse()

  const id = await ask('小满', '沙发多少钱')
  expect(await requestsOf(id)).toHaveLength(2)

  await deliver()
  await ask('小满', '几点开门')
  expect(await requestsOf(id)).toHaveLength(2)
})

test('a request that a person took back does not count, and the one before it does', async () => {
  const { write, wei, db, rowOf } = await ruleWorld()
  const customerId = await write('小满', '在吗')
  const say = async (chatId: string) => {
    const content = { type: 'text', text: '方便留个电话吗' }
    return wei.call(messageApi.send, { body: { customerId, chatId, content } })
  }
  const asked = async () => (await findContactRequest(db.sql, await rowOf('小满')))?.seq
  const first = await say('chat-first')
  const second = await say('chat-second')
  expect(await asked()).toBe(second.seq)

  await wei.call(messageApi.withdraw, { body: { id: second.id } })
  expect(await asked()).toBe(first.seq)
})

test('a request whose delivery is unknown counts: the customer may have read it', async () => {
  const { ask, db, rowOf } = await shop()
  const id = await ask('小满', '几点开门')
  await db.pool
    .query(`update customer_message set status = 2, fail_kind = 'outcome_unknown', fail_msg = '结果未知', platform_message_id = null
    where customer_id = '${id}' and sender_kind = 'ai'`)

  expect(await findContactRequest(db.sql, await rowOf('小满'))).toBeDefined()
})
