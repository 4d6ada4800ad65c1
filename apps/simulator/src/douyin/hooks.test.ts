import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoCredentials } from '../demo-credentials.ts'
import { ALL_SCOPES, type Json } from '../testing/douyin-client.ts'
import { openStage, SPRUCE, type Stage } from '../testing/stage.ts'

const CUSTOMER = '_000customer'
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
  await stage.douyin.link(SPRUCE)
  await stage.advance(0)
})
afterEach(() => stage.close())

const act = (step: Parameters<Stage['act']>[3]) => stage.act('douyin', SPRUCE, CUSTOMER, step)
const newest = (event: string) => stage.arrived(event).at(-1)
const bodyOf = (event: string) => JSON.parse(newest(event)?.body ?? '') as Json
const contentOf = (event: string): Json => {
  const { content } = bodyOf(event)
  return (typeof content === 'string' ? JSON.parse(content) : content) as Json
}

const sha1Of = (body = '') => createHash('sha1').update(demoCredentials.douyin.clientSecret).update(body).digest('hex')

test('a delivery is signed over its raw bytes and carries a key', async () => {
  await act({ do: 'text', text: '在吗' })
  const made = newest('im_receive_msg')
  expect(made?.path).toBe('/hooks/douyin')
  expect(made?.headers['x-douyin-signature']).toBe(sha1Of(made?.body))
  expect(made?.headers['msg-id']).toMatch(/^\d{19}$/)
})

test('the knob spoils the signature', async () => {
  await stage.knobs({ 'hook.badSignature': true })
  await act({ do: 'text', text: '在吗' })
  const made = newest('im_receive_msg')
  expect(made?.headers['x-douyin-signature']).toMatch(/^[0-9a-f]{40}$/)
  expect(made?.headers['x-douyin-signature']).not.toBe(sha1Of(made?.body))
})

test('telephone numbers leave masked unless the customer’s tick is gone', async () => {
  await act({ do: 'text', text: '我电话 13800001234 和 1390000' })
  expect(contentOf('im_receive_msg').text).toBe('我电话 138****1234 和 1390000')
  expect(stage.world.findConversation('douyin', SPRUCE, CUSTOMER)?.messages.at(-1)?.content).toMatchObject({
    text: '我电话 13800001234 和 1390000',
  })

  await act({ do: 'mask_phone', isOn: false })
  await act({ do: 'text', text: '13800001234' })

  expect(contentOf('im_receive_msg').text).toBe('13800001234')
})

describe('entering', () => {
  test('from an ad carries ids beyond 2^53 as numbers inside a string of JSON', async () => {
    await act({ do: 'enter', via: 'ad' })
    const { ad_info: adInfo, objectId } = contentOf('im_enter_direct_msg')
    expect(adInfo).toContain('"adv_id":1794000000000018001')
    expect(adInfo).toContain('"ad_id":7430000000000090011')
    expect(objectId).toMatch(/^@.+==$/)
  })

  test('from the profile carries neither post nor ad', async () => {
    await act({ do: 'enter' })
    expect(contentOf('im_enter_direct_msg')).toMatchObject({ objectId: '', ad_info: '' })
  })
})

test.each([
  ['object', 'object'],
  ['string', 'string'],
])('content as %s', async (knob, kind) => {
  await stage.knobs({ 'hook.contentAs': knob })
  await act({ do: 'text', text: '在吗' })
  expect(typeof bodyOf('im_receive_msg').content).toBe(kind)
  await act({ do: 'enter', via: 'ad' })
  expect(typeof bodyOf('im_enter_direct_msg').content).toBe(kind)
  expect(typeof contentOf('im_enter_direct_msg').ad_info).toBe(kind)
})

test('a filled card comes back as a message of the customer that can be answered', async () => {
  const token = await stage.douyin.link(SPRUCE)
  const { messageId } = await act({ do: 'text', text: '想量尺' })
  const cardId = stage.world.getAccount('douyin', SPRUCE).cards[0]?.cardId
  const talk = stage.world.findConversation('douyin', SPRUCE, CUSTOMER)
  const send = (content: unknown, replyTo: string) =>
    stage.douyin.json(`/im/send/msg/?open_id=${SPRUCE}`, token, {
      to_user_id: CUSTOMER,
      msg_id: replyTo,
      conversation_id: talk?.conversationId,
      content,
    })
  await send({ msg_type: 8, retain_consult_card: { card_id: cardId } }, messageId)

  const filled = await act({ do: 'submit_card', fields: { 姓名: '周女士', 手机号: '13800001234', 城市: '成都' } })

  expect(contentOf('im_receive_msg')).toMatchObject({
    message_type: 'retain_consult_card',
    card_id: cardId,
    card_status: 2,
    card_data: [
      { label: '姓名', value: '周女士' },
      { label: '手机号', value: '13800001234' },
      { label: '城市', value: '成都' },
    ],
  })
  const answer = await send({ msg_type: 1, text: { text: '收到' } }, filled.messageId)
  expect(answer.extra.error_code).toBe(0)
  await expect(act({ do: 'submit_card', fields: {} })).rejects.toThrow('商家还没有发来这样的卡片')
})

test('tapping a question says it', async () => {
  const token = await stage.douyin.link(SPRUCE)
  const { messageId } = await act({ do: 'text', text: '在吗' })
  await stage.douyin.json(`/im/send/msg/?open_id=${SPRUCE}`, token, {
    to_user_id: CUSTOMER,
    msg_id: messageId,
    conversation_id: stage.world.findConversation('douyin', SPRUCE, CUSTOMER)?.conversationId,
    content: { msg_type: 204, question_guide_msg_card: { title: '您更关心？', question_list: [{ text: '价格' }] } },
  })
  await act({ do: 'tap_question', index: 0 })
  expect(contentOf('im_receive_msg').text).toBe('价格')
})

test('what the merchant types in the app is echoed without a source', async () => {
  await act({ do: 'text', text: '在吗' })
  await stage.merchant('douyin', SPRUCE, { do: 'text', customerId: CUSTOMER, text: '在的' })
  expect(contentOf('im_send_msg')).toMatchObject({ text: '在的', source: '' })
})

test('events that are switched off, and those without a grant, stay at home', async () => {
  const client = await stage.douyin.clientToken()
  await stage.douyin.json('/event/status/update', client, { list: [{ event: 'im_receive_msg', status: -1 }] })
  await act({ do: 'text', text: '在吗' })
  expect(stage.arrived('im_receive_msg')).toHaveLength(0)

  await act({ do: 'read' })
  expect(stage.arrived('im_message_read')).toHaveLength(0)

  await stage.douyin.link(
    SPRUCE,
    ALL_SCOPES.filter((scope) => scope !== 'item.comment'),
  )
  await act({ do: 'comment', text: '怎么卖' })
  expect(stage.arrived('item_comment_reply')).toHaveLength(0)
})

test('a withdrawn authorisation is told once, then nothing more', async () => {
  await stage.merchant('douyin', SPRUCE, { do: 'revoke' })
  expect(stage.arrived('unauthorize')).toHaveLength(1)
  await act({ do: 'text', text: '在吗' })
  expect(stage.arrived('im_receive_msg')).toHaveLength(0)
  await expect(stage.merchant('douyin', SPRUCE, { do: 'revoke' })).rejects.toThrow('没有授权')
})

test('extra fields and events we have no use for are sprinkled in', async () => {
  await stage.knobs({ 'fields.extra': true })
  for (let count = 0; count < 30; count++) await act({ do: 'text', text: `第 ${count} 句` })
  expect(bodyOf('im_receive_msg').sampled).toBe(true)
  expect(stage.arrived('new_follow_action').length).toBeGreaterThan(0)
})

test('saving the address asks a number back', async () => {
  stage.receiver.answerWith(({ body }) => {
    const { content } = JSON.parse(body) as { content: { challenge: number } }
    return { status: 200, body: JSON.stringify({ challenge: content.challenge }) }
  })
  expect(await stage.control('verify-webhook')).toEqual({ isVerified: true })
  stage.receiver.answerWith(() => ({ status: 200, body: '{}' }))
  expect(await stage.control('verify-webhook')).toEqual({ isVerified: false })
})
