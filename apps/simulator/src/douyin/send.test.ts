import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ALL_SCOPES, type Json } from '../testing/douyin-client.ts'
import { openStage, SPRUCE, type Stage, UNCERTIFIED } from '../testing/stage.ts'
import { tinyPng } from '../testing/tiny-png.ts'
import { DOUYIN_CODES } from './codes.ts'

const CUSTOMER = '_000customer'
const HOUR_MS = 3_600_000
const SEND = `/im/send/msg/?open_id=${SPRUCE}`

let stage: Stage
let token: string
let inbound: string
let conversation: string

beforeEach(async () => {
  stage = await openStage()
  token = await stage.douyin.link(SPRUCE)
  inbound = await customerSays('这款多少钱？')
  conversation = conversationOf(SPRUCE)
})
afterEach(() => stage.close())

const conversationOf = (accountId: string, customerId = CUSTOMER) =>
  stage.world.findConversation('douyin', accountId, customerId)?.conversationId ?? ''

const customerSays = async (text: string, accountId = SPRUCE) =>
  (await stage.act('douyin', accountId, CUSTOMER, { do: 'text', text })).messageId

const reply = (content: unknown, more: Json = {}) => ({
  scene: 'im_reply_msg',
  to_user_id: CUSTOMER,
  msg_id: inbound,
  conversation_id: conversation,
  content,
  ...more,
})
const text = (words: string) => ({ msg_type: 1, text: { text: words } })
const say = (words: string, more: Json = {}) => stage.douyin.json(SEND, token, reply(text(words), more))
const codeOf = (answer: Json): number => answer.extra.error_code as number
const welcome = (entry: string) => say('欢迎光临', { scene: 'im_enter_direct_msg', msg_id: entry })
const recall = (body: Json) => stage.douyin.json(`/im/recall/msg/?open_id=${SPRUCE}`, token, body)
const ownVideo = () => '@nTnDOPxbohc1anlU9wEKxqSDuQJXRCZzPmEmeYpvWI2MTaiZ8siTcuE4Bn7Q/CgdBLfnMMtV9HowKkUVrhmy=='
const ownCard = () => stage.world.getAccount('douyin', SPRUCE).cards[0]?.cardId
const guide = (title: string, questions: string[]) => ({
  msg_type: 204,
  question_guide_msg_card: { title, question_list: questions.map((question) => ({ text: question })) },
})

test('an accepted send answers an id, appears on the phone and is echoed once, marked as ours', async () => {
  const answer = await say('您好，请问想了解哪款衣柜？')
  expect(codeOf(answer)).toBe(0)
  expect(answer.data.error_code).toBe(0)
  const onPhone = stage.world.findConversation('douyin', SPRUCE, CUSTOMER)?.messages.at(-1)
  expect(onPhone).toMatchObject({ messageId: answer.msg_id, from: 'merchant', origin: 'api' })

  expect(stage.arrived('im_send_msg')).toHaveLength(0)
  await stage.advance(300)

  const echoes = stage.arrived('im_send_msg')
  expect(echoes).toHaveLength(1)
  const echo = JSON.parse(echoes[0]?.body ?? '') as Json
  expect(JSON.parse(echo.content as string)).toMatchObject({ server_message_id: answer.msg_id, source: 'awsim0001' })
})

test('the seventh reply is refused until the customer writes again', async () => {
  for (let count = 1; count <= 6; count++) expect(codeOf(await say(`第 ${count} 条`))).toBe(0)
  expect(codeOf(await say('第 7 条'))).toBe(28003070)

  inbound = await customerSays('在吗')

  expect(codeOf(await say('在的'))).toBe(0)
})

test('a welcome goes out within 30 s of entering, three times, for three entries a day', async () => {
  const enter = async () => (await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'enter' })).messageId
  const first = await enter()
  await stage.advance(30_000)
  for (let count = 1; count <= 3; count++) expect(codeOf(await welcome(first))).toBe(0)
  expect(codeOf(await welcome(first))).toBe(28003070)

  const late = await enter()
  await stage.advance(30_001)
  expect(codeOf(await welcome(late))).toBe(28003070)

  for (let entry = 2; entry <= 3; entry++) expect(codeOf(await welcome(await enter()))).toBe(0)
  expect(codeOf(await welcome(await enter()))).toBe(28003070)

  await stage.advance(24 * HOUR_MS)
  expect(codeOf(await welcome(await enter()))).toBe(0)
  expect(codeOf(await welcome(late))).toBe(28003081)
})

test('a standing grant carries one batch of three a day', async () => {
  const batch = {
    scene: 'im_authorize_message',
    content: undefined,
    content_list: [text('一'), text('二'), text('三')],
  }
  expect(codeOf(await say('', batch))).toBe(28003070)

  await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'grant', isActive: true })

  expect(await say('', batch)).toMatchObject({ all_send_success: true, send_msg_status_list: [{}, {}, {}] })
  expect(codeOf(await say('', batch))).toBe(28003070)
  await stage.advance(24 * HOUR_MS)
  expect(codeOf(await say('', batch))).toBe(0)
})

describe('what may be sent', () => {
  const cases: [string, () => unknown, number][] = [
    ['text of 1000 characters', () => text('好'.repeat(1000)), 0],
    ['text of 1001 characters', () => text('好'.repeat(1001)), 28001038],
    ['a link', () => text('看这里 https://example.com/a'), 28001038],
    ['a bare domain', () => text('上 yunshan.com 看'), 28001038],
    ['a forbidden word', () => text('全网最低价'), 2111001],
    ['empty text', () => text(''), 28001007],
    ['an unknown picture', () => ({ msg_type: 2, image: { media_id: '@nothing==' } }), 28001007],
    ['an own video', () => ({ msg_type: 3, video: { item_id: ownVideo() } }), 0],
    ['a foreign video', () => ({ msg_type: 3, video: { item_id: '@foreign==' } }), 28001007],
    ['a usable lead card', () => ({ msg_type: 8, retain_consult_card: { card_id: ownCard() } }), 0],
    ['an unknown lead card', () => ({ msg_type: 8, retain_consult_card: { card_id: '@nothing==' } }), 28001007],
    ['six questions', () => guide('您更关心哪一点？', ['价格', '材质', '工期', '环保', '案例', '门店']), 0],
    ['seven questions', () => guide('问', ['一', '二', '三', '四', '五', '六', '七']), 28001007],
    ['a question of 15 characters', () => guide('问', ['问'.repeat(15)]), 28001007],
    ['a title of 31 characters', () => guide('问'.repeat(31), ['价格']), 28001007],
    ['a mini-program card', () => ({ msg_type: 10, applet_card: {} }), 2190004],
    ['an unknown type', () => ({ msg_type: 77 }), 28001007],
    ['nothing', () => undefined, 28001007],
  ]

  test.each(cases)('%s', async (_, content, code) => {
    expect(codeOf(await stage.douyin.json(SEND, token, reply(content())))).toBe(code)
  })

  test('a picture that was uploaded before', async () => {
    const uploaded = await stage.douyin.upload(await stage.douyin.clientToken(), tinyPng(8, 6))
    const mediaId = (uploaded.image_id ?? uploaded.data.image_id) as string
    expect(codeOf(await stage.douyin.json(SEND, token, reply({ msg_type: 2, image: { media_id: mediaId } })))).toBe(0)
  })

  test('a card under review', async () => {
    const [card] = stage.world.getAccount('douyin', SPRUCE).cards
    if (card) card.status = 2
    const content = { msg_type: 8, retain_consult_card: { card_id: ownCard() } }
    expect(codeOf(await stage.douyin.json(SEND, token, reply(content)))).toBe(2113001)
  })
})

describe('who may send to whom', () => {
  test.each<[string, Json, number]>([
    ['a foreign conversation', { conversation_id: '@other==' }, 28001007],
    ['another customer', { to_user_id: '_000other' }, 28001007],
    ['an unknown scene', { scene: 'im_party' }, 28001007],
    ['the b2b scene, which we do not hold', { scene: 'im_b2b_direct_message' }, 2190004],
    ['several messages in the reply scene', { content_list: [{}] }, 28001007],
    ['an unknown message', { msg_id: '@nothing==' }, 28003082],
    ['an unknown field, in strict mode', { priority: 1 }, 28001007],
  ])('%s is refused', async (_, more, code) => {
    expect(codeOf(await say('您好', more))).toBe(code)
  })

  test('the id of our own message is not one to answer', async () => {
    const { msg_id: own } = await say('您好')
    expect(codeOf(await say('再说一句', { msg_id: own }))).toBe(28003082)
  })

  test('a message older than 24 h can not be answered', async () => {
    await stage.advance(24 * HOUR_MS)
    expect(codeOf(await say('还在吗'))).toBe(0)
    await stage.advance(1)
    expect(codeOf(await say('还在吗'))).toBe(28003080)
  })

  test('a customer who blocked the merchant is out of reach', async () => {
    await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'block', isBlocked: true })
    expect(codeOf(await say('您好'))).toBe(28003101)
  })

  test('the merchant’s own auto-reply shuts the interface', async () => {
    await stage.merchant('douyin', SPRUCE, { do: 'auto_reply', isOn: true })
    expect(codeOf(await say('您好'))).toBe(28003095)
    await stage.merchant('douyin', SPRUCE, { do: 'auto_reply', isOn: false })
    await stage.knobs({ 'policy.autoReply': true })
    expect(codeOf(await say('您好'))).toBe(28003095)
  })

  test('a banned merchant may not send', async () => {
    await stage.merchant('douyin', SPRUCE, { do: 'ban', isOn: true })
    expect(codeOf(await say('您好'))).toBe(28029004)
  })

  test('an uncertified merchant may be linked but not send', async () => {
    const own = await stage.douyin.link(UNCERTIFIED)
    inbound = await customerSays('在吗', UNCERTIFIED)
    conversation = conversationOf(UNCERTIFIED)
    const answer = await stage.douyin.json(`/im/send/msg/?open_id=${UNCERTIFIED}`, own, reply(text('您好')))
    expect(codeOf(answer)).toBe(28029003)
  })
})

describe('tokens', () => {
  test('none, a wrong one, a foreign one', async () => {
    expect(codeOf(await stage.douyin.json(SEND, '', reply(text('您好'))))).toBe(28001003)
    expect(codeOf(await stage.douyin.json(SEND, 'act.wrong', reply(text('您好'))))).toBe(28001003)
    expect(codeOf(await stage.douyin.json('/im/send/msg/?open_id=other', token, reply(text('您好'))))).toBe(2190015)
    expect(codeOf(await stage.douyin.json('/im/send/msg/', token, reply(text('您好'))))).toBe(28001007)
  })

  test('an expired one', async () => {
    await stage.knobs({ 'token.ttl': 60 })
    token = await stage.douyin.link(SPRUCE)
    await stage.advance(60_000)
    expect(codeOf(await say('您好'))).toBe(28001008)
  })

  test('one without the scope', async () => {
    token = await stage.douyin.link(SPRUCE, ['user_info'])
    expect(codeOf(await say('您好'))).toBe(2190003)
  })

  test('one that the knob revokes is refused once', async () => {
    await stage.knobs({ 'token.revoke': true })
    expect(codeOf(await say('您好'))).toBe(2190002)
    expect(codeOf(await say('您好'))).toBe(0)
  })

  test('those of an authorisation that the merchant took back', async () => {
    await stage.merchant('douyin', SPRUCE, { do: 'revoke' })
    expect(codeOf(await say('您好'))).toBe(28001003)
  })
})

test('every code of the table can be asked for by name, counted, and is answered with its sentence', async () => {
  for (const [code, sentence] of Object.entries(DOUYIN_CODES)) {
    await stage.knobs({ 'send.error': `${code}:1` })
    const answer = await say('您好')
    expect(answer.extra).toMatchObject({ error_code: Number(code), description: sentence })
  }
  expect(codeOf(await say('您好'))).toBe(0)
})

describe('recall', () => {
  test('takes the message off the phone, tells us, and works once', async () => {
    const { msg_id: own } = await say('发错了')
    const body = { msg_id: own, conversation_id: conversation, conversation_type: 1 }
    expect(codeOf(await recall(body))).toBe(0)
    await stage.advance(0)
    expect(JSON.parse(stage.arrived('im_recall_msg')[0]?.body ?? '')).toMatchObject({
      from_user_id: SPRUCE,
      msg_id: own,
      content: { server_message_id: own },
    })
    expect(codeOf(await recall(body))).toBe(28001007)
  })

  test('is no way to take back what the customer said, and wants its scope', async () => {
    const body = { msg_id: inbound, conversation_id: conversation, conversation_type: 1 }
    expect(codeOf(await recall(body))).toBe(28001007)
    token = await stage.douyin.link(
      SPRUCE,
      ALL_SCOPES.filter((scope) => scope !== 'im.recall_message'),
    )
    expect(codeOf(await recall(body))).toBe(2190003)
  })
})
