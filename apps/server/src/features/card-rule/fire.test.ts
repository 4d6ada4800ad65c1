import { type CardRuleFields, type CardRuleId, cardRuleApi, type CustomerId, type MaterialId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { cardRule, material } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { aiWorld } from '../../testing/ai-world.ts'

// R142

/** An account with a rule 人工点击. */
async function clickWorld() {
  const here = await aiWorld()
  const { db, clock, account } = here
  await here.setPlan('manual')
  const at = { createdAt: clock.now(), updatedAt: clock.now() }
  const key = { entId: account.entId, relationId: account.id }
  const materialId = newId<MaterialId>(clock.now())
  const ruleId = newId<CardRuleId>(clock.now())
  await db.sql.insert(material).values({
    ...key,
    id: materialId,
    platformId: 'card-1',
    name: '留资卡',
    title: '预约',
    auditStatus: 'passed',
    type: 'lead_form',
    ...at,
  })
  const addRule = (change: Partial<CardRuleFields> = {}) =>
    db.sql.insert(cardRule).values({
      ...key,
      id: ruleId,
      position: 0,
      name: '发卡',
      trigger: { type: 'manual' },
      materialIds: [materialId],
      delaySec: 0,
      maxPerCustomer: 1,
      intervalHours: 1,
      skipWithLead: true,
      dailyMax: 0,
      goesOn: false,
      enabled: true,
      ...at,
      ...change,
    })
  const order = (customerId: CustomerId) => ({ body: { customerId, ruleId } })
  const cardsOf = async (id: CustomerId) => (await here.wordsOf(id)).filter((words) => words.includes('link'))
  return { ...here, addRule, order, cardsOf }
}

test('a click sends nothing into a colleague’s conversation, as a message would not', async () => {
  const { zhao, lin, write, changeCustomer, clock, addRule, order, cardsOf } = await clickWorld()
  await addRule()
  const id = await write('小满', '在吗')
  await changeCustomer(id, { agentId: lin.id, agentSince: clock.now() })

  expect(await zhao.refused(cardRuleApi.fire, order(id))).toMatchObject({
    msg: expect.stringContaining('林小满'),
    data: { agentId: lin.id },
  })
  expect(await cardsOf(id)).toEqual([])

  await lin.call(cardRuleApi.fire, order(id))
  expect(await cardsOf(id)).toEqual(['flow: link'])
})

test('a click receives an unassigned customer, unless the rule does not fire', async () => {
  const { lin, wei, write, addRule, order, cardsOf, customerOf } = await clickWorld()
  await addRule()
  const id = await write('小满', '在吗')

  await lin.call(cardRuleApi.fire, order(id))
  expect((await customerOf(id)).agentId).toBe(lin.id)
  expect(await cardsOf(id)).toEqual(['flow: link'])
  expect(await wei.refused(cardRuleApi.fire, order(id))).toMatchObject({ data: { agentId: lin.id } })
})

test('a click in one’s own conversation turns the AI off, and a further one moves its return', async () => {
  const { lin, write, changeCustomer, clock, addRule, order, cardsOf, customerOf } = await clickWorld()
  await addRule({ maxPerCustomer: 2, intervalHours: 0 })
  const id = await write('小满', '在吗')
  const own = { agentId: lin.id, agentSince: clock.now() }
  await changeCustomer(id, { ...own, receptionType: 'ai_agent', aiOffReason: null })

  for (let times = 1; times <= 2; times += 1) {
    clock.advance(60_000)
    await lin.call(cardRuleApi.fire, order(id))

    const autoEnableAt = new Date(clock.now().getTime() + 30 * 60_000)
    expect(await customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'human_reply', autoEnableAt })
    expect(await cardsOf(id)).toHaveLength(times)
  }
})

test('of two clicks on an unassigned customer at once one receives it and sends', async () => {
  const { lin, wei, write, addRule, order, cardsOf, customerOf } = await clickWorld()
  await addRule({ maxPerCustomer: 5 })
  const id = await write('小满', '在吗')

  const answers = await Promise.all([lin, wei].map((agent) => agent.request(cardRuleApi.fire, order(id))))

  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
  expect((await customerOf(id)).agentId).toBe(answers[0]?.code === 1 ? lin.id : wei.id)
  expect(await cardsOf(id)).toHaveLength(1)
})

test('a click on a rule that does not fire leaves the customer unassigned', async () => {
  const { lin, write, addRule, order, customerOf } = await clickWorld()
  await addRule({ conditions: [{ type: 'reception', types: ['workflow'] }] })
  const id = await write('小满', '在吗')

  expect(await lin.refused(cardRuleApi.fire, order(id))).toMatchObject({ code: 42200 })
  expect((await customerOf(id)).agentId).toBeNull()
})
