import { createHmac, randomBytes } from 'node:crypto'
import { channelApi } from '@ruwu/contract'
import { expect, onTestFinished, test } from 'vitest'
import { BIND_PURPOSE, RedbookCrypto } from '../../channels/redbook/crypto.ts'
import { PlatformStub } from '../../channels/testing/platform-stub.ts'
import { platformDelivery } from '../../db/schema/index.ts'
import { world } from '../../testing/world.ts'
import { restoreEvent } from '../../inbound/conversation-event.ts'

// With the adapters themselves, against a platform that answers what it is told to.

const CRYPTO_KEY = '00112233445566778899aabbccddeeff'

async function platformWorld() {
  const stub = await PlatformStub.start()
  onTestFinished(() => stub.stop())
  const here = await world({
    env: {
      PUBLIC_URL: 'https://ruwu.example',
      DOUYIN_BASE_URL: stub.url,
      DOUYIN_CLIENT_KEY: 'aw-1',
      DOUYIN_CLIENT_SECRET: 'douyin-secret',
      REDBOOK_BASE_URL: stub.url,
      REDBOOK_BIND_URL: stub.url,
      REDBOOK_APP_ID: '88',
      REDBOOK_APP_SECRET: 'redbook-secret',
      REDBOOK_CRYPTO_KEY: CRYPTO_KEY,
      REDBOOK_AUTH_CODE: 'operators-code',
    },
  })
  const willAnswer = (body: object) => stub.willAnswer({ status: 200, headers: {}, body: JSON.stringify(body) })
  return { ...here, stub, willAnswer }
}

function bindCall(content: string, isSigned = true) {
  const payload = JSON.stringify({ content })
  const signature = createHmac('sha256', Buffer.from(CRYPTO_KEY, 'hex')).update(payload).digest('hex')
  const headers = { 'content-type': 'application/json', ...(isSigned && { 'x-xhs-signature': signature }) }
  return { method: 'POST', url: '/api/open/im/third/bind_account', headers, payload } as const
}

test('douyin: from the authorise page over the callback to the account, and its token to the next call', async () => {
  const { zhao, app, stub, willAnswer, channel } = await platformWorld()
  const { url, preCode } = await zhao.call(channelApi.openUrlDouyin, { query: {} })
  const asked = new URL(url)
  expect(asked.pathname).toBe('/platform/oauth/connect/')
  expect(asked.searchParams.get('redirect_uri')).toBe('https://ruwu.example/hooks/douyin/callback')
  willAnswer({
    data: {
      access_token: 'act.1',
      expires_in: '1296000',
      refresh_token: 'rft.1',
      refresh_expires_in: 2_592_000,
      open_id: 'open-1',
      scope: 'user_info,im.direct_message',
      error_code: 0,
    },
  })
  willAnswer({ data: { nickname: '云杉家居', avatar: 'https://p.example/a.png', e_account_role: 'EAccountS' } })

  await app.inject({
    method: 'GET',
    url: '/hooks/douyin/callback',
    query: { state: asked.searchParams.get('state') ?? '', code: 'platform-code' },
  })
  const { relationId, name } = await zhao.call(channelApi.openDouyin, { body: { preCode } })

  expect(name).toBe('云杉家居')
  expect(String(stub.requests[0]?.body)).toContain('code=platform-code')
  expect(await channel.keeper.ready(zhao.entId, relationId)).toMatchObject({
    platformId: 'open-1',
    accessToken: 'act.1',
  })
  willAnswer({ data: { access_token: 'act.2', expires_in: 1_296_000, refresh_token: 'rft.1', error_code: 0 } })
  const refused = { owner: 'account', accessToken: 'act.1' } as const
  expect(await channel.keeper.renew(zhao.entId, relationId, refused)).toMatchObject({ accessToken: 'act.2' })
})

test('douyin: an account that is no enterprise account is refused in words', async () => {
  const { zhao, app, willAnswer } = await platformWorld()
  const { url, preCode } = await zhao.call(channelApi.openUrlDouyin, { query: {} })
  willAnswer({ data: { error_code: 2112001, description: 'not an enterprise account' }, message: 'error' })

  await app.inject({
    method: 'GET',
    url: '/hooks/douyin/callback',
    query: { state: new URL(url).searchParams.get('state') ?? '', code: 'platform-code' },
  })

  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode } })).toEqual({
    code: 42202,
    msg: '该账号不是已认证的企业号，请先完成企业认证后再绑定',
    data: { kind: 'not_enterprise', platformCode: '2112001' },
  })
})

test('redbook: the platform’s bind call opens the account with its staff, by the operator’s token', async () => {
  const { zhao, app, db, stub, willAnswer, channel } = await platformWorld()
  const { url, preCode } = await zhao.call(channelApi.openUrlRedbook, { query: {} })
  const token = new URL(url).searchParams.get('token')
  const crypto = new RedbookCrypto(CRYPTO_KEY, randomBytes)
  willAnswer({
    code: 0,
    data: {
      access_token: 'app-token',
      access_token_expires_in: 86_400,
      refresh_token: 'app-refresh',
      refresh_token_expires_in: 2_592_000,
    },
  })
  willAnswer({ code: 0, data: { list: [{ kos_user_id: 'kos-1', nick_name: '小店一号', auth_status: 2 }] } })

  const content = crypto.encrypt({ user_id: 'user-1', nick_name: '云杉家居', app_id: '88', token })
  const bind = (signed = true) => app.inject(bindCall(content, signed))
  expect((await bind(false)).statusCode).toBe(401)
  expect((await bind()).statusCode).toBe(200)
  expect((await bind()).statusCode).toBe(200)
  const deliveries = await db.sql.select().from(platformDelivery)
  for (const { events } of deliveries) for (const event of events) await channel.events.handle(restoreEvent(event))

  expect(deliveries).toHaveLength(1)
  const { name } = await zhao.call(channelApi.openRedbook, { body: { preCode } })
  expect(name).toBe('云杉家居')
  expect(await zhao.call(channelApi.list, { body: {} })).toMatchObject([
    { name: '云杉家居', platformId: 'user-1', kosAccount: [{ name: '小店一号', platformId: 'kos-1' }] },
  ])
  expect(stub.requests.map(({ url: { pathname } }) => pathname)).toEqual([
    '/api/open/oauth2/access_token',
    '/api/open/im/auth/bind_users',
  ])
  expect(String(stub.requests[0]?.body)).toContain('operators-code')
  expect(stub.requests[1]?.headers['access-token']).toBe('app-token')
})

test('redbook: a bind call with a forged state, or too late, opens nothing', async () => {
  const { zhao, app, db, channel, clock } = await platformWorld()
  const { url } = await zhao.call(channelApi.openUrlRedbook, { query: {} })
  const crypto = new RedbookCrypto(CRYPTO_KEY, randomBytes)
  const ours = crypto.open(new URL(url).searchParams.get('token'), BIND_PURPOSE)?.fields
  const bind = (token: object) =>
    app.inject(bindCall(crypto.encrypt({ user_id: 'user-1', app_id: '88', token: crypto.encrypt(token) })))

  await bind({ ...ours, state: `${String(ours?.state).slice(0, -4)}AAAA` })
  await bind({ ...ours, purpose: undefined })
  clock.advance(11 * 60_000)
  await bind({ ...ours })
  const deliveries = await db.sql.select().from(platformDelivery)
  for (const { events } of deliveries) for (const event of events) await channel.events.handle(restoreEvent(event))

  expect(deliveries).toHaveLength(3)
  expect(await zhao.call(channelApi.list, { body: {} })).toEqual([])
})
