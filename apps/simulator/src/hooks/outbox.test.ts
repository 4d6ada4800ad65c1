import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, SPRUCE, type Stage } from '../testing/stage.ts'

const CUSTOMER = '_000customer'
let stage: Stage
beforeEach(() => begin())

async function begin(options: Parameters<typeof openStage>[0] = {}): Promise<void> {
  stage = await openStage(options)
  await stage.douyin.link(SPRUCE)
  await stage.advance(0)
  stage.receiver.received.length = 0
}
afterEach(() => stage.close())

const say = (text: string, customerId = CUSTOMER) => stage.act('douyin', SPRUCE, customerId, { do: 'text', text })
const texts = () =>
  stage.receiver.received.map(({ body }) => {
    const { content } = JSON.parse(body) as { content: string }
    return (JSON.parse(content) as { text: string }).text
  })
const keys = () => stage.receiver.received.map(({ headers }) => headers['msg-id'])

test('a refused delivery is tried three more times, after 1, 5 and 15 seconds, with the same key', async () => {
  stage.receiver.answerWith(() => ({ status: 500, body: '' }))
  await say('在吗')
  const tries = () => stage.receiver.received.length
  expect(tries()).toBe(1)
  await stage.advance(999)
  expect(tries()).toBe(1)
  await stage.advance(1)
  expect(tries()).toBe(2)
  await stage.advance(4_999)
  expect(tries()).toBe(2)
  await stage.advance(1)
  expect(tries()).toBe(3)
  await stage.advance(14_999)
  expect(tries()).toBe(3)
  await stage.advance(1)
  expect(tries()).toBe(4)
  await stage.advance(3_600_000)
  expect(tries()).toBe(4)
  expect(new Set(keys()).size).toBe(1)
  expect(stage.sim.outbox.counts).toMatchObject({ refused: 4, retried: 3, givenUp: 1 })
  expect(stage.sim.outbox.waiting).toBe(0)
})

test('no answer in time counts as none, and the next delivery of the conversation still goes out', async () => {
  await stage.close()
  await begin({ hookTimeoutMs: 1_000 })
  stage.receiver.answerWith(() => 'silence')
  await say('第一句')
  stage.receiver.answerWith(() => ({ status: 200, body: '' }))
  await say('第二句')
  expect(texts()).toEqual(['第一句', '第二句'])
  await stage.advance(1_000)
  expect(texts()).toEqual(['第一句', '第二句', '第一句'])
  expect(stage.world.journal.tail(3).map(({ answer, attempt }) => [answer?.status ?? null, attempt])).toEqual([
    [null, 1],
    [200, 1],
    [200, 2],
  ])
})

test('hook.duplicate delivers twice with one key', async () => {
  await stage.knobs({ 'hook.duplicate': 1 })
  await say('在吗')
  expect(texts()).toEqual(['在吗', '在吗'])
  expect(new Set(keys()).size).toBe(1)
})

test('hook.drop never delivers, and the journal knows', async () => {
  await stage.knobs({ 'hook.drop': 1 })
  await say('在吗')
  await stage.advance(60_000)
  expect(stage.receiver.received).toHaveLength(0)
  expect(stage.world.journal.tail(1)[0]).toMatchObject({ notes: ['hook.drop'], attempt: 0, answer: null })
})

test('hook.reorder swaps with the next of the same conversation, and waits no longer than it must', async () => {
  await stage.knobs({ 'hook.reorder': 1 })
  await say('一')
  await say('二')
  expect(texts()).toEqual(['二', '一'])
  await say('三')
  expect(texts()).toEqual(['二', '一'])
  await stage.advance(2_000)
  expect(texts()).toEqual(['二', '一', '三'])
})

test('hook.down holds everything, then releases it in one burst and switches itself off', async () => {
  await stage.knobs({ 'hook.down': 30 })
  await say('一')
  await say('二', '_000other')
  await stage.advance(29_999)
  expect(texts()).toEqual([])
  expect(stage.sim.outbox.views().map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  await stage.advance(1)
  expect(texts()).toEqual(['一', '二'])
  expect(stage.world.state.knobs.global).toEqual({})
})

test('hook.down can be ended early and can concern one account', async () => {
  const account = { source: 'douyin' as const, accountId: SPRUCE }
  await stage.knobs({ 'hook.down': 30 }, account)
  await say('一')
  expect(texts()).toEqual([])
  await stage.knobs({ 'hook.down': null }, account)
  await say('二')
  expect(texts()).toEqual(['一', '二'])
})

test('a knob of one account leaves the others alone', async () => {
  const other = '2d9c7e41-80aa-4f13-9c26-7a5be0d4f318'
  await stage.douyin.link(other)
  await stage.knobs({ 'hook.drop': 1 }, { source: 'douyin', accountId: other })
  await say('一')
  await stage.act('douyin', other, CUSTOMER, { do: 'text', text: '二' })
  expect(stage.arrived('im_receive_msg')).toHaveLength(1)
})
