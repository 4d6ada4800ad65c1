import { type FieldId, leadApi, type MaterialId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { customerField, material } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { type AiWorld, aiWorld } from '../../testing/ai-world.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'
import { handsOver, says, staysSilent } from '../../testing/scripted-engine.ts'

async function addField({ db, clock, account }: AiWorld, name: string, aiFill: boolean): Promise<FieldId> {
  const id = newId<FieldId>(clock.now())
  await db.sql.insert(customerField).values({ entId: account.entId, id, name, type: 'text', aiFill, position: 1 })
  return id
}

async function addCard({ db, clock, account }: AiWorld): Promise<MaterialId> {
  const id = newId<MaterialId>(clock.now())
  await db.sql.insert(material).values({
    entId: account.entId,
    id,
    relationId: account.id,
    type: 'lead_form',
    platformId: 'platform-1',
    name: '留资卡',
    title: '留资卡',
    auditStatus: 'passed',
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
  return id
}

/** From now on the AI knows this after every answer. */
const learns = ({ engine }: AiWorld, collected: Record<string, string>) => {
  engine.script = ({ memory }) => ({ ...says('好的'), memory: { ...memory, collected } })
}

test('collected values are stored into empty fields the AI may fill; every open screen agrees', async () => {
  const here = await aiWorld()
  const [open, closed] = [await addField(here, '户型', true), await addField(here, '预算', false)]
  const id = await here.ask('小满', '你好')
  const workbench = await openWorkbench(here.lin, id)
  learns(here, { [open]: '三室', [closed]: '十万', city: '上海', need: '全屋定制' })

  await here.ask('小满', '三室，预算十万，在上海')
  learns(here, { [open]: '四室', city: '北京' })
  await here.ask('小满', '说错了')

  expect(await here.customerOf(id)).toMatchObject({ city: '上海', fields: { [open]: '三室' } })
  expect(Object.keys((await here.customerOf(id)).fields)).not.toContain(closed)
  await workbench.agrees()
})

// R110
test('a blank value leaves a field empty, so that a later one is stored', async () => {
  const here = await aiWorld()
  const field = await addField(here, '户型', true)
  const id = await here.ask('小满', '你好')
  learns(here, { [field]: ' \u200b' })
  await here.ask('小满', '还没想好')
  expect((await here.customerOf(id)).fields).toEqual({})

  learns(here, { [field]: '三室' })
  await here.ask('小满', '三室')
  expect((await here.customerOf(id)).fields).toEqual({ [field]: '三室' })
})

test.each([
  ['phone', '13812345678', '打店里留的那个就行'],
  ['wechat', 'xiaoman_88', 'xiaoman_88'],
] as const)('a %s the AI asked for becomes a lead, and nobody says it came by a card', async (kind, value, words) => {
  const here = await aiWorld()
  const id = await here.ask('小满', '你好')
  const workbench = await openWorkbench(here.lin, id)
  learns(here, { [kind]: value })

  await here.ask('小满', words)

  const { items } = await here.zhao.call(leadApi.list, { body: { customerId: id } })
  expect(items).toMatchObject([{ kind, value, extractor: 'ai', state: 'valid', result: 'new' }])
  expect((await here.customerOf(id)).leadStatus).toBe('new')
  await workbench.agrees()
})

test('a number that proved useless is asked for again', async () => {
  const here = await aiWorld()
  here.engine.script = () => says('好的')
  const id = await here.ask('小满', '我电话 13812345678')
  const { items } = await here.zhao.call(leadApi.list, { body: { customerId: id } })
  await here.ask('小满', '几点开门')
  await here.zhao.call(leadApi.update, { body: { leadId: items[0]!.leadId, status: 'invalid', reason: '空号' } })
  await here.ask('小满', '几点关门')

  expect(here.engine.asked.map(({ customer }) => customer.known.phone)).toEqual([
    '13812345678',
    '13812345678',
    undefined,
  ])
})

test.each([
  ['phone', '138 1234 5678', '打店里留的那个就行'],
  ['wechat', 'Xiaoman_88', 'Xiaoman_88'],
] as const)('a %s the AI collected itself and people judged useless is asked for again', async (kind, value, words) => {
  const here = await aiWorld()
  learns(here, { [kind]: value })
  const id = await here.ask('小满', words)
  const { items } = await here.zhao.call(leadApi.list, { body: { customerId: id } })
  here.engine.script = () => says('好的')
  await here.ask('小满', '几点开门')
  await here.zhao.call(leadApi.update, { body: { leadId: items[0]!.leadId, status: 'invalid', reason: '空号' } })
  await here.ask('小满', '几点关门')

  const [, before, after] = here.engine.asked
  expect(before?.customer.known[kind]).toBeDefined()
  expect([after?.customer.known[kind], after?.memory.collected[kind]]).toEqual([undefined, undefined])
})

test('letters that may be a WeChat id stay ambiguous until they are confirmed', async () => {
  const here = await aiWorld()
  const doubts: unknown[] = []
  here.engine.script = ({ customer }) => {
    doubts.push(customer.hasDoubtfulWechat)
    return says('好的')
  }
  const id = await here.ask('小满', '你好')
  await here.ask('小满', '加我微信 nicolechen')
  const { items } = await here.zhao.call(leadApi.list, { body: { customerId: id } })
  await here.zhao.call(leadApi.update, { body: { leadId: items[0]!.leadId, state: 'rejected' } })
  await here.ask('小满', '在吗')

  expect(doubts).toEqual([false, true, false])
})

test('collected values are stored on a handoff too', async () => {
  const here = await aiWorld()
  here.engine.script = ({ memory }) => ({ ...handsOver('keyword'), memory: { ...memory, collected: { city: '上海' } } })

  const id = await here.ask('小满', '上海的，转人工')

  expect((await here.customerOf(id)).city).toBe('上海')
  expect((await here.notesOf(id))[0]).toContain('已收集：城市 上海')
})

test('the handoff note shows the number the customer left', async () => {
  const here = await aiWorld()
  here.engine.script = () => handsOver('keyword')

  const id = await here.ask('小满', '我电话 13812345678，转人工')

  expect((await here.notesOf(id))[0]).toContain('已收集：电话 138****5678')
})

test('a card follows the texts and does not count as an answer', async () => {
  const here = await aiWorld()
  const materialId = await addCard(here)
  here.engine.script = () => ({
    decision: { kind: 'answer', texts: ['填一下就好'], ask: null, materialId, tagIds: [], isMiss: false },
  })

  const id = await here.ask('小满', '怎么预约')

  expect(await here.wordsOf(id)).toEqual(['customer: 怎么预约', 'ai: 填一下就好', 'flow: link'])
  expect(await here.waiting()).toEqual([])
})

test('the goal reached and people asked for: first the card, then they take over', async () => {
  const here = await aiWorld()
  const materialId = await addCard(here)
  await here.publish({ goal: { onReached: { materialId, handoff: true, tagIds: [] } } })
  here.engine.script = () => handsOver('goal')

  const id = await here.ask('小满', '我电话 13812345678')

  expect((await here.wordsOf(id)).map((words) => words.split(':')[0])).toEqual(['customer', 'flow', 'flow'])
  expect((await here.wordsOf(id))[1]).toBe('flow: link')
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'handoff' })
})

test('an answer does not use the messages of an earlier conversation', async () => {
  const { ask, engine, clock } = await aiWorld()
  await ask('小满', '沙发多少钱')
  clock.advance(25 * 3_600_000)

  await ask('小满', '几点开门')

  const last = engine.asked.at(-1)
  expect(last?.turns.map(({ text }) => text)).toEqual(['几点开门'])
  expect(last?.summary).toContain('客户说：沙发多少钱')
  expect(last?.memory.answers).toBe(0)
})

test('values of a message that needs no answer are stored too', async () => {
  const here = await aiWorld()
  here.engine.script = ({ memory }) => ({ ...staysSilent(), memory: { ...memory, collected: { city: '上海' } } })

  const id = await here.ask('小满', '在上海')

  expect(await here.customerOf(id)).toMatchObject({ city: '上海' })
})
