import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../testing/douyin-client.ts'
import { ACCOUNT_CODE, sealed } from '../testing/redbook-client.ts'
import { openStage, REDBOOK_LIGHT, REDBOOK_SPRUCE, STAFF_NING, type Stage } from '../testing/stage.ts'
import { tinyPng } from '../testing/tiny-png.ts'
import { REDBOOK_CODES } from './codes.ts'

const CUSTOMER = '5f3c9a0e1d7b2c4486f0e1c1'
let stage: Stage
let token: string
beforeEach(async () => {
  stage = await openStage()
  token = await stage.redbook.token()
  await stage.redbook.bind(REDBOOK_SPRUCE)
  await stage.act('redbook', REDBOOK_SPRUCE, CUSTOMER, { do: 'text', text: '在吗' })
})
afterEach(() => stage.close())

const send = (type: string, content: unknown, more: Json = {}) =>
  stage.redbook.send(token, REDBOOK_SPRUCE, CUSTOMER, type, content, more)
const say = (text: string, more: Json = {}) => send('TEXT', { text }, more)
const card = (cardType: string, materialId: string) =>
  send('CARD', { card_type: cardType, material_id: materialId, title: '', cover_url: '' })

async function meet(customerId: string): Promise<Json> {
  await stage.control('customers', { source: 'redbook', accountId: REDBOOK_SPRUCE, customerId })
  return stage.redbook.send(token, REDBOOK_SPRUCE, customerId, 'TEXT', { text: '您好' })
}

const authorise = (query: Json) => stage.control('authorise', { source: 'redbook', query })

async function upload(bytes: Uint8Array<ArrayBuffer>, part = 'file'): Promise<Json> {
  const body = new FormData()
  body.set(part, new Blob([bytes]), 'picture.png')
  const headers = { 'access-token': token }
  const response = await fetch(`${stage.url}/redbook/api/open/im/third/upload`, { method: 'POST', headers, body })
  return (await response.json()) as Json
}

test('an accepted send is shown on the phone and echoed once with our request id', async () => {
  const answer = await say('您好，这款有现货[微笑R]', { request_id: 'request-1' })
  expect(answer).toMatchObject({ code: 0, success: true, data: { message_id: expect.stringMatching(/^rb-out-/) } })
  await stage.advance(300)
  const echoes = stage.arrived('/im/send').filter(({ body }) => body.includes('request-1'))
  expect(echoes).toHaveLength(1)
  expect(JSON.parse(echoes[0]?.body ?? '')).toMatchObject({
    message_id: answer.data.message_id,
    request_id: 'request-1',
  })
})

test('the same request id makes one message', async () => {
  const first = await say('您好', { request_id: 'request-1' })
  const second = await say('您好', { request_id: 'request-1' })
  expect(second.data.message_id).toBe(first.data.message_id)
  const talk = stage.world.findConversation('redbook', REDBOOK_SPRUCE, CUSTOMER)
  expect(talk?.messages.filter(({ from }) => from === 'merchant')).toHaveLength(1)
})

describe('words', () => {
  test.each([
    ['一句平常的话，价格 12800 元', 0],
    ['好'.repeat(1000), 0],
    ['好'.repeat(1001), 990030],
    ['看 https://example.com', 990030],
    ['可以代开发票', 990031],
    ['加我微信 yunshan001', 990032],
    ['vx: yunshan001', 990032],
    ['打 13800001234', 990032],
    ['打 138[爱心R]0000[爱心R]1234', 990032],
    ['幺三八零零零零一二三四', 990032],
    ['138 0000 1234', 990032],
    ['写信 a@b.co', 990032],
    ['qq 12345678', 990032],
  ])('%s', async (text, code) => {
    expect((await say(text)).code).toBe(code)
  })
})

describe('cards and pictures', () => {
  test.each([
    ['contact', 'mat-contact-1', 0],
    ['lead_form', 'mat-lead-2', 0],
    ['landing_page', 'mat-page-1', 0],
    ['note', '66f0a1b2c3d4e5f601230001', 0],
    ['goods', 'mat-goods-1', 0],
    ['service', 'mat-service-1', 0],
    ['contact', 'mat-contact-2', 990034],
    ['lead_form', 'mat-lead-3', 990034],
    ['lead_form', 'mat-contact-1', 990034],
    ['contact', 'nothing', 990034],
  ])('%s %s', async (cardType, materialId, code) => {
    expect((await card(cardType, materialId)).code).toBe(code)
  })

  test('a picture goes out after its upload, and only then', async () => {
    const { data } = await upload(tinyPng(9, 5))
    expect(data).toMatchObject({ width: 9, height: 5 })
    expect((await send('IMAGE', { url: data.url as string, width: 9, height: 5 })).code).toBe(0)
    expect((await send('IMAGE', { url: 'https://elsewhere.example/a.png', width: 1, height: 1 })).code).toBe(990033)
    expect((await upload(new TextEncoder().encode('no picture'))).code).toBe(990033)
    expect((await upload(tinyPng(1, 1), 'image')).code).toBe(990070)
  })

  test('opening a contact card and copying is told, filling a lead form too', async () => {
    await card('contact', 'mat-contact-1')
    await card('lead_form', 'mat-lead-2')
    await stage.act('redbook', REDBOOK_SPRUCE, CUSTOMER, { do: 'copy_wechat' })
    await stage.act('redbook', REDBOOK_SPRUCE, CUSTOMER, { do: 'submit_card', fields: { 姓名: '周女士' } })
    expect(stage.arrived('/third/data')).toHaveLength(2)
  })
})

describe('strangers', () => {
  test('three messages before an answer, then as many as one likes', async () => {
    for (let count = 1; count <= 3; count++) expect((await meet('stranger')).code).toBe(0)
    expect((await meet('stranger')).code).toBe(990020)
    await stage.act('redbook', REDBOOK_SPRUCE, 'stranger', { do: 'text', text: '你好' })
    for (let count = 1; count <= 8; count++) expect((await meet('stranger')).code).toBe(0)
  })

  test('twenty of them a day', async () => {
    for (let count = 1; count <= 20; count++) expect((await meet(`stranger-${count}`)).code).toBe(0)
    expect((await meet('stranger-21')).code).toBe(990020)
    expect((await meet('stranger-1')).code).toBe(0)
    await stage.knobs({ 'token.ttl': 1_000_000 })
    token = await stage.redbook.token()
    await stage.advance(24 * 3_600_000)
    expect((await meet('stranger-21')).code).toBe(0)
  })

  test('whoever entered the conversation is none', async () => {
    for (let count = 1; count <= 21; count++) {
      await stage.act('redbook', REDBOOK_SPRUCE, `visitor-${count}`, { do: 'enter' })
      expect((await meet(`visitor-${count}`)).code).toBe(0)
    }
    expect((await meet('stranger')).code).toBe(0)
  })

  test('nobody at all', async () => {
    expect((await stage.redbook.send(token, REDBOOK_SPRUCE, 'nobody', 'TEXT', { text: '您好' })).code).toBe(990022)
  })
})

describe('the link', () => {
  test.each<[string, () => Promise<unknown>, number]>([
    ['without spend', () => stage.merchant('redbook', REDBOOK_SPRUCE, { do: 'ad_spend', yuan: 0 }), 990052],
    ['without spend, by the knob', () => stage.knobs({ 'ads.spend': 0 }), 990052],
    ['banned', () => stage.merchant('redbook', REDBOOK_SPRUCE, { do: 'ban', isOn: true }), 990051],
    ['unbound', () => stage.merchant('redbook', REDBOOK_SPRUCE, { do: 'revoke' }), 990003],
    ['without the permission to reply', () => stage.redbook.bind(REDBOOK_SPRUCE, ['read']), 990004],
    ['blocked', () => stage.act('redbook', REDBOOK_SPRUCE, CUSTOMER, { do: 'block', isBlocked: true }), 990050],
    ['with a revoked token', () => stage.knobs({ 'token.revoke': true }), 990002],
    ['too fast', () => stage.knobs({ 'send.rateLimit': 1 }).then(() => say('第一条')), 990040],
  ])('%s', async (_, prepare, code) => {
    await prepare()
    expect((await say('您好')).code).toBe(code)
  })

  test.each<[string, Json]>([
    ['a foreign account code', { third_account_id: 'ent-other' }],
    ['a foreign sender', { from_user_id: '60b8e35a917c4df2068a3d51' }],
    ['an unknown account', { user_id: 'nobody' }],
    ['an unknown type', { message_type: 'VOICE' }],
    ['a body that does not decrypt', { 'content-encrypted': 'x' }],
    ['no request id', { request_id: '' }],
    ['an unknown field, in strict mode', { priority: 1 }],
  ])('%s is a bad request', async (_, more) => {
    expect((await say('您好', more)).code).toBe(990070)
  })

  test('tokens end, and a refresh replaces both', async () => {
    const app = { app_id: 'rbsim0001', secret: 'simulator-redbook-secret-0001' }
    const refresh = (refreshToken: string) =>
      stage.redbook.json('/api/open/oauth2/refresh_token', '', { ...app, refresh_token: refreshToken })
    const before = stage.world.state.apps.redbook?.refresh ?? ''
    await stage.advance(86_399_000)
    expect((await say('您好')).code).toBe(990001)
    const answer = await refresh(before)
    expect((await say('您好')).code).toBe(990002)
    token = answer.data.access_token as string
    expect((await say('您好')).code).toBe(0)
    expect((await refresh(before)).code).toBe(990003)
    expect((await refresh('')).code).toBe(990070)
    const wrong = { ...app, secret: 'other', refresh_token: answer.data.refresh_token as string }
    expect((await stage.redbook.json('/api/open/oauth2/refresh_token', '', wrong)).code).toBe(990006)
  })

  test('the operator’s page hands a code over that works once', async () => {
    const query = new URLSearchParams({ appId: 'rbsim0001', redirectUri: 'http://127.0.0.1:8080/back', state: 's' })
    const page = await fetch(`${stage.url}/redbook/auth?${query.toString()}`, { redirect: 'manual' })
    const location = new URL(page.headers.get('location') ?? '')
    expect(location.searchParams.get('state')).toBe('s')
    const exchange = () =>
      stage.redbook.json('/api/open/oauth2/access_token', '', {
        app_id: 'rbsim0001',
        secret: 'simulator-redbook-secret-0001',
        auth_code: location.searchParams.get('auth_code'),
      })
    expect((await exchange()).code).toBe(0)
    expect((await exchange()).code).toBe(990003)
  })
})

test('staff accounts speak for their main account while they are authorised', async () => {
  await stage.redbook.bind(REDBOOK_LIGHT)
  await stage.act('redbook', STAFF_NING, CUSTOMER, { do: 'text', text: '设计师在吗' })
  const speak = () =>
    stage.redbook.send(token, REDBOOK_LIGHT, CUSTOMER, 'TEXT', { text: '在的' }, { from_user_id: STAFF_NING })
  expect((await speak()).code).toBe(0)
  const { data } = await stage.redbook.json('/api/open/im/auth/bind_users', token, { user_id: REDBOOK_LIGHT })
  expect((data.list as Json[]).map((staff) => staff.auth_status as number)).toEqual([2, 2, 2])

  await stage.merchant('redbook', REDBOOK_LIGHT, { do: 'staff_set', staffId: STAFF_NING, state: 'revoked' })

  expect((await speak()).code).toBe(990004)
  expect(stage.arrived('/bind_user/event')).toHaveLength(1)
})

test('a recall works for two minutes', async () => {
  const { data } = await say('发错了')
  const recall = () =>
    stage.redbook.json('/api/open/im/third/recall', token, {
      user_id: REDBOOK_SPRUCE,
      third_account_id: ACCOUNT_CODE,
      message_id: data.message_id as string,
    })
  await stage.advance(120_001)
  expect((await recall()).code).toBe(990060)
  const again = await say('又错了')
  data.message_id = again.data.message_id
  await stage.advance(120_000)
  expect((await recall()).code).toBe(0)
  expect((await recall()).code).toBe(990070)
})

test('lists are paged, and closing from our side needs nobody’s leave', async () => {
  const list = (path: string, more: Json = {}) =>
    stage.redbook.json(`/api/open/im/${path}`, token, { user_id: REDBOOK_SPRUCE, pageNo: 1, pageSize: 20, ...more })
  expect((await list('material/list', { type: 2 })).data).toMatchObject({ total: 3 })
  const second = await list('material/list', { type: 2, pageNo: 2, pageSize: 2 })
  expect(second.data.list).toHaveLength(1)
  expect((await list('material/list', { type: 9 })).code).toBe(990070)
  expect((await list('page/list')).data.list[0]).toMatchObject({ page_id: 'mat-page-1' })
  expect((await list('note/list')).data.total).toBe(3)

  await stage.act('redbook', REDBOOK_SPRUCE, CUSTOMER, { do: 'comment', text: '怎么卖' })
  const comments = await list('comment/list', { noteId: '66f0a1b2c3d4e5f601230001' })
  const answer = {
    user_id: REDBOOK_SPRUCE,
    note_id: '66f0a1b2c3d4e5f601230001',
    comment_id: comments.data.list[0].comment_id as string,
    text: '已私信您',
  }
  expect((await stage.redbook.json('/api/open/im/comment/reply', token, answer)).code).toBe(0)
  expect((await list('comment/list', { noteId: '66f0a1b2c3d4e5f601230001' })).data.total).toBe(2)

  const unbind = { user_id: REDBOOK_SPRUCE, third_account_id: ACCOUNT_CODE }
  expect((await stage.redbook.json('/api/open/im/third/unbind_account', token, unbind)).code).toBe(0)
  expect((await stage.redbook.json('/api/open/im/auth/bind_users', token, { user_id: REDBOOK_SPRUCE })).code).toBe(
    990003,
  )
})

test('a comment under a staff account’s note is answered in its name', async () => {
  await stage.redbook.bind(REDBOOK_LIGHT)
  await stage.act('redbook', STAFF_NING, CUSTOMER, { do: 'comment', text: '怎么卖' })
  const [comment] = stage.world.state.comments
  const answer = (userId: string) =>
    stage.redbook.json('/api/open/im/comment/reply', token, {
      user_id: userId,
      note_id: comment?.postId,
      comment_id: comment?.commentId,
      text: '已私信您',
    })
  expect((await answer(STAFF_NING)).code).toBe(0)
  expect((await answer(REDBOOK_LIGHT)).code).toBe(990070)
})

test('every code of the table can be asked for by name', async () => {
  for (const [code, sentence] of Object.entries(REDBOOK_CODES)) {
    await stage.knobs({ 'send.error': `${code}:1` })
    expect(await say('您好')).toEqual({ code: Number(code), success: false, msg: sentence })
  }
})

describe('binding', () => {
  test('tells us with our own token inside', async () => {
    expect(stage.arrived('/third/bind_account')).toHaveLength(1)
  })

  test('refuses accounts that are not certified or bound elsewhere', async () => {
    expect(await stage.redbook.bind('62f7a90c1be4d358702f9c64')).toMatchObject({ kind: 'refused', code: 990007 })
    expect(await stage.redbook.bind('63d14be8702a9fc5e3610b8d')).toMatchObject({ kind: 'refused', code: 990008 })
  })

  test('wants a token that only our key makes, with our account code', async () => {
    expect(await authorise({ appId: 'other', token: '' })).toMatchObject({ code: 990006 })
    expect(await authorise({ appId: 'rbsim0001', token: 'x' })).toMatchObject({ code: 990070 })
    expect(await authorise({ appId: 'rbsim0001', token: sealed({ attempt: '1' }) })).toMatchObject({ code: 990070 })
    expect(await authorise({ appId: 'rbsim0001', token: sealed({ account_code: '1' }) })).toMatchObject({
      kind: 'done',
    })
  })
})
