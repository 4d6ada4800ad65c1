import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, PUBLIC_URL, SPRUCE, type Stage, UNCERTIFIED } from '../testing/stage.ts'
import { tinyPng } from '../testing/tiny-png.ts'
import type { Json } from '../testing/douyin-client.ts'

const CUSTOMER = '_000customer'
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const codeOf = (answer: Json) => answer.extra.error_code as number
/** Media addresses carry the fixed public address; here the simulator listens elsewhere. */
const local = (url: string) => url.replace(PUBLIC_URL, stage.url)

test('an upload answers id, size and checksum, flat or nested', async () => {
  const token = await stage.douyin.clientToken()
  const places = new Set<string>()
  for (let count = 0; count < 12; count++) {
    const answer = await stage.douyin.upload(token, tinyPng(12, 7))
    places.add('image_id' in answer ? 'top' : 'data')
    expect('image_id' in answer ? answer : answer.data).toMatchObject({ width: 12, height: 7 })
  }
  expect(places).toEqual(new Set(['top', 'data']))
})

test('an upload is sniffed, limited and wants the application’s token', async () => {
  const token = await stage.douyin.clientToken()
  expect(codeOf(await stage.douyin.upload(token, new TextEncoder().encode('not a picture')))).toBe(2100005)
  expect(codeOf(await stage.douyin.upload(token, tinyPng(2, 2), 'file'))).toBe(2100005)
  const big = new Uint8Array(10 * 1024 * 1024 + 1)
  big.set(tinyPng(2, 2))
  expect(codeOf(await stage.douyin.upload(token, big))).toBe(2100005)
  expect(codeOf(await stage.douyin.upload(await stage.douyin.link(SPRUCE), tinyPng(2, 2)))).toBe(2190004)
  expect(codeOf(await stage.douyin.upload('clt.wrong', tinyPng(2, 2)))).toBe(2190002)
})

test('a customer’s picture is fetched by its message, until its address expires', async () => {
  const token = await stage.douyin.link(SPRUCE)
  const picture = await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'image', picture: 'floor-plan' })
  const video = await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'video' })
  const words = await stage.act('douyin', SPRUCE, CUSTOMER, { do: 'text', text: '看看' })
  const conversationId = stage.world.findConversation('douyin', SPRUCE, CUSTOMER)?.conversationId ?? ''
  const resources = (messageId: string) => {
    const query = new URLSearchParams({ open_id: SPRUCE, conversation_id: conversationId, message_id: messageId })
    return stage.douyin.json(`/api/im/message/resources/?${query.toString()}`, token)
  }

  const { data } = await resources(picture.messageId)
  expect(data.media_type).toBe('image')
  const response = await fetch(local(data.url as string))
  expect(response.headers.get('content-type')).toBe('image/png')
  expect((await resources(video.messageId)).data.media_type).toBe('video')
  expect((await resources(words.messageId)).err_no).toBe(2100005)

  await stage.knobs({ 'media.expire': true })
  expect((await fetch(local(data.url as string))).status).toBe(403)
})

test('lead cards are made, listed, changed and deleted', async () => {
  const token = await stage.douyin.link(SPRUCE)
  const uploaded = await stage.douyin.upload(await stage.douyin.clientToken(), tinyPng(4, 4))
  const mediaId = (uploaded.image_id ?? uploaded.data.image_id) as string
  const save = (body: Json) => stage.douyin.json(`/im/save/retain_consult_card/?open_id=${SPRUCE}`, token, body)
  const list = async () => {
    const answer = await stage.douyin.json(`/im/get/retain_consult_card/?open_id=${SPRUCE}`, token)
    return (answer.cards ?? answer.data.cards) as Json[]
  }
  const before = (await list()).length

  const made = await save({ title: '领取报价', media_id: mediaId, components: [2] })
  await save({ card_id: made.card_id as string, title: '领取方案', media_id: mediaId, components: [1, 2, 3] })

  expect(await list()).toHaveLength(before + 1)
  expect((await list()).at(-1)).toMatchObject({ title: '领取方案', components: [1, 2, 3], status: 1 })
  expect(codeOf(await save({ title: '坏卡', media_id: mediaId, components: [9] }))).toBe(28001007)
  expect(codeOf(await save({ title: '坏卡', media_id: '@none==', components: [1] }))).toBe(28001007)
  expect(codeOf(await save({ card_id: '@none==', title: '坏卡', media_id: mediaId, components: [1] }))).toBe(28001007)
  const query = new URLSearchParams({ open_id: SPRUCE, card_id: made.card_id as string }).toString()
  expect(codeOf(await stage.douyin.json(`/im/del/retain_consult_card/?${query}`, token, {}))).toBe(0)
  expect(codeOf(await stage.douyin.json(`/im/del/retain_consult_card/?${query}`, token, {}))).toBe(28001007)
  expect(await list()).toHaveLength(before)
})

test('cards are for enterprises', async () => {
  const token = await stage.douyin.link(UNCERTIFIED)
  expect(codeOf(await stage.douyin.json(`/im/get/retain_consult_card/?open_id=${UNCERTIFIED}`, token))).toBe(2112001)
})

test('the two event-status paths answer with and without the slash', async () => {
  const token = await stage.douyin.clientToken()
  const update = { list: [{ event: 'im_message_read', status: 1 }] }
  expect(codeOf(await stage.douyin.json('/event/status/update/', token, update))).toBe(0)
  const answer = await stage.douyin.json('/event/status/list', token)
  expect(answer.data.list).toContainEqual({ event: 'im_message_read', status: 1 })
  expect(codeOf(await stage.douyin.json('/event/status/update', token, { list: [{ event: 'x', status: 1 }] }))).toBe(
    2100005,
  )
})

test('a path that the platform does not have is written down', async () => {
  const response = await fetch(`${stage.url}/douyin/im/send/message/`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(404)
  expect(stage.world.journal.tail(1)[0]).toMatchObject({ name: 'unknown', notes: ['没有这个地址'] })
})
