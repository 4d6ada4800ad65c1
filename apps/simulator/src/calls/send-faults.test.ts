import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Json } from '../testing/douyin-client.ts'
import { openStage, SPRUCE, type Stage } from '../testing/stage.ts'

const CUSTOMER = '_000customer'
const SECOND_MS = 1_000
let stage: Stage
let token: string
let inbound: string
beforeEach(async () => {
  stage = await openStage()
  token = await stage.douyin.link(SPRUCE)
  inbound = (await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'text', text: '在吗' })).messageId
})
afterEach(() => stage.close())

const say = (text: string, headers: Record<string, string> = {}): Promise<Json> =>
  stage.douyin.json(
    `/im/send/msg/?open_id=${SPRUCE}`,
    token,
    {
      to_user_id: CUSTOMER,
      msg_id: inbound,
      conversation_id: stage.world.findConversation('douyin', SPRUCE, CUSTOMER)?.conversationId,
      content: { msg_type: 1, text: { text } },
    },
    headers,
  )
const codeOf = (answer: Json) => answer.extra.error_code as number
const onPhone = () =>
  stage.world.findConversation('douyin', SPRUCE, CUSTOMER)?.messages.filter(({ from }) => from === 'merchant') ?? []
const echoes = () => stage.arrived('im_send_msg')

test('send.error answers the code so many times, and nothing reaches the phone', async () => {
  await stage.knobs({ 'send.error': '2100004:2' })
  expect([codeOf(await say('一')), codeOf(await say('二')), codeOf(await say('三'))]).toEqual([2100004, 2100004, 0])
  expect(onPhone()).toHaveLength(1)
  expect(stage.sim.sends).toEqual({ accepted: 1, refused: { 2100004: 2 } })
})

test('send.rateLimit lets so many through each second', async () => {
  await stage.knobs({ 'send.rateLimit': 2 })
  expect([codeOf(await say('一')), codeOf(await say('二')), codeOf(await say('三'))]).toEqual([0, 0, 28003018])
  await stage.advance(SECOND_MS)
  expect(codeOf(await say('四'))).toBe(0)
})

test('send.slow takes the message in and answers late', async () => {
  await stage.knobs({ 'send.slow': 6_000 })
  const answer = say('您好')
  await expect.poll(() => onPhone().length).toBe(1)
  let isAnswered = false
  void answer.then(() => {
    isAnswered = true
    return undefined
  })
  await stage.advance(5_999)
  expect(isAnswered).toBe(false)
  await stage.advance(1)
  expect(codeOf(await answer)).toBe(0)
})

test('send.loseAnswer takes the message in and cuts the line; the echo still comes', async () => {
  await stage.knobs({ 'send.loseAnswer': true })
  await expect(say('您好')).rejects.toThrow('fetch failed')
  expect(onPhone()).toHaveLength(1)
  await stage.advance(300)
  expect(echoes()).toHaveLength(1)
  expect(stage.world.journal.after(0).find(({ name }) => name === 'send')).toMatchObject({
    answer: null,
    notes: ['send.loseAnswer'],
  })
})

test('send.http500 answers a bare 500 and takes nothing in', async () => {
  await stage.knobs({ 'send.http500': true })
  await expect(say('您好')).rejects.toThrow('JSON')
  expect(onPhone()).toHaveLength(0)
})

test('echo.delay, echo.drop and echo.beforeAnswer', async () => {
  await stage.knobs({ 'echo.delay': 5_000 })
  await say('迟到')
  await stage.advance(4_999)
  expect(echoes()).toHaveLength(0)
  await stage.advance(1)
  expect(echoes()).toHaveLength(1)

  await stage.knobs({ 'echo.delay': null, 'echo.drop': true })
  await say('不来')
  await stage.advance(60_000)
  expect(echoes()).toHaveLength(1)

  await stage.knobs({ 'echo.drop': null, 'echo.beforeAnswer': true })
  await say('抢先')
  expect(echoes()).toHaveLength(2)
})

test('a knob can be set for one call, or one account', async () => {
  expect(codeOf(await say('一', { 'x-simulator-knobs': 'send.error=28003101' }))).toBe(28003101)
  expect(codeOf(await say('二'))).toBe(0)
  await stage.knobs(
    { 'send.error': '28003101' },
    { source: 'douyin', accountId: '2d9c7e41-80aa-4f13-9c26-7a5be0d4f318' },
  )
  expect(codeOf(await say('三'))).toBe(0)
  await stage.knobs({ 'send.error': '28003101:1' }, { source: 'douyin', accountId: SPRUCE })
  expect(codeOf(await say('四'))).toBe(28003101)
})

test('unknown fields are refused in strict mode and written down otherwise', async () => {
  const lenient = await openStage({ isStrict: false })
  const linked = await lenient.douyin.link(SPRUCE)
  const { messageId } = await lenient.act('douyin', SPRUCE, CUSTOMER, { do: 'text', text: '在吗' })
  const answer = await lenient.douyin.json(`/im/send/msg/?open_id=${SPRUCE}`, linked, {
    to_user_id: CUSTOMER,
    msg_id: messageId,
    conversation_id: lenient.world.findConversation('douyin', SPRUCE, CUSTOMER)?.conversationId,
    content: { msg_type: 1, text: { text: '您好' } },
    priority: 1,
  })
  expect(codeOf(answer)).toBe(0)
  expect(lenient.world.journal.tail(1)[0]?.notes).toEqual(['未知字段 priority'])
  await lenient.close()
})
