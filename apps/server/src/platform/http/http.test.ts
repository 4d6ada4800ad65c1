import { agentApi, allEndpoints, CORE_BASE_PATH, enterpriseApi, REQUEST_ID_HEADER, roleApi } from '@ruwu/contract'
import { fakeClock } from '@ruwu/testkit'
import { expect, test, vi } from 'vitest'
import { buildWorkerApp } from '../../compose/app.ts'
import { requestAnswer, role } from '../../db/schema/index.ts'
import { world } from '../../testing/world.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createSecrets } from '../secrets.ts'
import { cachedCheck } from './health.ts'
import { createRequestReplay, replayKey } from './request-replay.ts'

const login = `${CORE_BASE_PATH}/v1/ent/auth/login`

test.each([
  ['GET', '/api/nothing', 404],
  ['POST', '/api/nothing', 404],
  ['GET', '/auth/nothing', 404],
  ['GET', '//api/topic/create/x', 404],
  ['GET', '//luna/core/api/v1/ent/enterprise/detail', 404],
  ['POST', '/anything', 404],
  ['DELETE', '/home', 404],
  ['GET', '/assets/gone.js', 404],
] as const)('%s %s is answered with the plain 404 text', async (method, url, status) => {
  const { app } = await world()

  const response = await app.inject({ method, url })

  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toMatch(/^text\/plain/)
  expect(response.body).toBe('404 page not found')
})

test.each([`${CORE_BASE_PATH}/v1/nothing`, '/meiqia/cafe', '/meiqia/cafe/anything'])(
  'an unknown call below %s is 40401 in the envelope',
  async (url) => {
    const { app } = await world()

    for (const method of ['GET', 'POST'] as const) {
      const response = await app.inject({ method, url })
      expect([response.statusCode, response.json()]).toEqual([200, { code: 40401, data: null, msg: '接口不存在' }])
    }
  },
)

test('a malformed URL is refused with a readable text', async () => {
  const { app } = await world()

  for (const url of ['/%', '/chat/%F0%9F', `${CORE_BASE_PATH}/%ff`]) {
    const response = await app.inject(url)
    expect([response.statusCode, response.body]).toEqual([400, '网址不正确'])
  }
})

test.each([
  ['broken JSON', '{"telephone":', 'application/json', '请求内容不是有效的 JSON'],
  ['a list', '[]', 'application/json', undefined],
  ['null', 'null', 'application/json', undefined],
  ['another content type', 'a=1', 'application/x-www-form-urlencoded', '请求内容类型不受支持'],
  ['two megabytes', JSON.stringify({ telephone: 'x'.repeat(2_000_000) }), 'application/json', '请求内容过大'],
])('bad input (%s) is refused with 40001', async (_name, payload, contentType, msg) => {
  const { app } = await world()

  const response = await app.inject({ method: 'POST', url: login, payload, headers: { 'content-type': contentType } })

  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ code: 40001, ...(msg ? { msg } : {}) })
})

test('wrong fields are named by their path', async () => {
  const { app } = await world()

  const response = await app.inject({ method: 'POST', url: login, payload: { telephone: '12', password: 'plain' } })

  expect(response.json()).toEqual({
    code: 40001,
    data: { fields: { telephone: '请输入正确的手机号', password: '密码格式不正确' } },
    msg: '请输入正确的手机号',
  })
})

test('an unexpected error is 服务器异常 with 500 and discloses nothing else', async () => {
  const { lin, db } = await world()
  await db.pool.query('alter table enterprise rename to elsewhere')

  const answer = await lin.request(enterpriseApi.detail, {})

  expect(answer).toEqual({ status: 500, code: 50000, data: null, msg: '服务器异常' })
})

test('a write repeated with the same request id runs once, also concurrently', async () => {
  const { zhao, db } = await world()
  const headers = { [REQUEST_ID_HEADER]: '0123456789abcdef0123456789abcdef' }
  const body = { name: '质检', permissions: [], customerScope: 'own' as const }

  const answers = await Promise.all([1, 2, 3].map(() => zhao.request(roleApi.create, { body }, headers)))

  expect(answers[0]!.code).toBe(1)
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect((await db.sql.select().from(role)).filter((row) => row.name === '质检')).toHaveLength(1)
})

test('refusals are replayed too, and a request id expires after ten minutes', async () => {
  const { zhao, clock } = await world()
  const headers = { [REQUEST_ID_HEADER]: 'f'.repeat(32) }
  const bad = { name: '只读', permissions: [], customerScope: 'own' as const }
  const good = { ...bad, name: '质检' }

  const first = await zhao.request(roleApi.create, { body: bad }, headers)
  expect(first).toMatchObject({ code: 40001 })
  expect(await zhao.request(roleApi.create, { body: good }, headers)).toEqual(first)

  clock.advance(10 * 60_000 + 1)
  expect(await zhao.request(roleApi.create, { body: good }, headers)).toMatchObject({ code: 1 })
})

test('a request id of one caller does not affect another’s', async () => {
  const { lin, wei } = await world()
  const headers = { [REQUEST_ID_HEADER]: 'e'.repeat(32) }

  await lin.call(agentApi.update, { body: { id: lin.id, status: 2 } }, headers)
  const answer = await wei.call(agentApi.update, { body: { id: wei.id, status: 2 } }, headers)

  expect(answer.id).toBe(wei.id)
})

test('a malformed request id is refused', async () => {
  const { lin } = await world()

  const answer = await lin.request(
    agentApi.update,
    { body: { id: lin.id, status: 2 } },
    { [REQUEST_ID_HEADER]: 'nope' },
  )

  expect(answer).toMatchObject({ code: 40001, data: { fields: { [REQUEST_ID_HEADER]: '请求标识格式不正确' } } })
})

test('health: live at once; ready only while every part is, with the reason', async () => {
  const { app, db } = await world({ ownNode: true })

  expect((await app.inject('/healthz')).json()).toEqual({ status: 'live' })
  expect((await app.inject('/readyz')).json()).toEqual({ ready: true, checks: { database: { ok: true } } })

  vi.spyOn(db, 'ping').mockRejectedValue(new Error('connection refused'))
  const response = await app.inject('/readyz')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({ ready: false, checks: { database: { ok: false, reason: 'connection refused' } } })
})

test('an expensive check runs again only after its interval or a failure, and once for concurrent callers', async () => {
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  let made = 0
  let isBroken = false
  const check = cachedCheck(clock, 30_000, async () => {
    made += 1
    if (isBroken) throw new Error('no space left')
  })

  await Promise.all([check(), check()])
  await check()
  expect(made).toBe(1)

  clock.advance(30_000)
  isBroken = true
  await expect(Promise.all([check(), check()])).rejects.toThrow('no space left')
  await expect(check()).rejects.toThrow('no space left')
  expect(made).toBe(3)

  isBroken = false
  await check()
  expect(made).toBe(4)
})

test('metrics count requests by route and open sockets', async () => {
  const { app, lin } = await world()
  await lin.signIn()
  await lin.connect()

  const text = (await app.inject('/metrics')).body

  expect(text).toContain('ruwu_open_sockets 1')
  expect(text).toContain('ruwu_events_held 0')
  expect(text).toContain('ruwu_bus_up 1')
  expect(text).toMatch(/ruwu_database_connections\{state="idle"\} [1-9]/)
  expect(text).toMatch(
    /ruwu_http_request_seconds_count\{method="POST",route="\/luna\/core\/api\/v1\/ent\/auth\/login",status="200"\} \d+/,
  )
})

test('/docs shows every endpoint of the contract', async () => {
  const { app } = await world()

  const { paths } = (await app.inject('/docs/json')).json<{ paths: Record<string, object> }>()

  for (const { endpoint } of allEndpoints()) {
    expect(paths[CORE_BASE_PATH + endpoint.path]).toHaveProperty(endpoint.method.toLowerCase())
  }
})

test.each(['/metrics', '/docs', '/docs/json'])('%s is for the operator', async (url) => {
  const { app } = await world({ env: { INTERNAL_TOKEN: 'for-the-scraper', DEMO: 'true' } })
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ url, remoteAddress, headers })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    return answer.statusCode
  }

  expect(await ask('127.0.0.1')).toBe(200)
  expect(await ask('203.0.113.1')).toBe(404)
  expect(await ask('127.0.0.1', { host: 'ruwu.example.com' })).toBe(404)
  expect(await ask('203.0.113.1', { authorization: 'Bearer wrong' })).toBe(404)
  expect(await ask('203.0.113.1', { authorization: 'Bearer for-the-scraper' })).toBe(200)
})

test('/readyz tells the operator the reasons, others the status alone', async () => {
  const { app } = await world({ env: { INTERNAL_TOKEN: 'for-the-scraper', DEMO: 'true' } })
  const shown = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    Object.keys((await app.inject({ url: '/readyz', remoteAddress, headers })).json<object>())

  expect(await shown('127.0.0.1')).toEqual(['ready', 'checks'])
  expect(await shown('203.0.113.1', { authorization: 'Bearer for-the-scraper' })).toEqual(['ready', 'checks'])
  expect(await shown('203.0.113.1')).toEqual(['ready'])
  expect(await shown('127.0.0.1', { via: '1.1 proxy' })).toEqual(['ready'])
})

test('any origin passes the CORS preflight, and errors carry the header too', async () => {
  const { app } = await world({ env: { DEMO: 'true' } })
  const origin = 'https://elsewhere.example'

  const preflight = await app.inject({
    method: 'OPTIONS',
    url: login,
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })
  const refused = await app.inject({
    method: 'GET',
    url: `${CORE_BASE_PATH}/v1/ent/enterprise/detail`,
    headers: { origin },
  })

  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers['access-control-allow-methods']).toContain('PATCH')
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, '*'])
})

test('the runtime configuration can’t break out of its script', async () => {
  const { app } = await world()

  const response = await app.inject('/runtime-config.js')

  expect(response.headers['content-type']).toMatch(/^text\/javascript/)
  expect(response.body).toMatch(
    /^window\.RUWU_CONFIG = \{.*"demo":true,"hasDemoPage":(?:true|false),"isEmpty":false\}\n$/,
  )
})

test('a schema refusal without a text of the contract gets the default text, with and without the envelope', async () => {
  const { app, lin } = await world()
  const headers = { authorization: `Bearer ${lin.token}` }

  const call = await app.inject({ method: 'POST', url: login, payload: {} })
  const chat = await app.inject({ method: 'POST', url: '/api/chat/list', payload: { limit: 'many' }, headers })

  const fields = { telephone: '缺少「telephone」', password: '缺少「password」' }
  expect(call.json()).toEqual({ code: 40001, data: { fields }, msg: fields.telephone })
  expect([chat.statusCode, chat.json()]).toEqual([400, { error: 'bad request: 「limit」须是数字' }])
})

test('a claim that was taken over belongs to its new owner: the slow first request neither answers nor releases it', async () => {
  const { db, clock } = await world()
  const replay = createRequestReplay(db, createSecrets('a key of at least thirty-two characters'), clock)
  const key = replayKey({ caller: 'lin', call: 'POST /x', requestId: '1' })
  const slow = Promise.withResolvers<string>()
  const first = replay.once(key, () => slow.promise)
  await expect
    .poll(async () => (await db.sql.select().from(requestAnswer)).some((row) => row.key.equals(key)))
    .toBe(true)
  clock.advance(60_001)
  expect(await replay.once(key, async () => 'second')).toBe('second')

  slow.reject(new Error('too late'))

  await expect(first).rejects.toThrow('too late')
  expect(await replay.once(key, async () => 'third')).toBe('second')
})

test.each([
  ['false', '127.0.0.1'],
  ['true', '203.0.113.7'],
])('with TRUST_PROXY %s a client that names itself another address is %s', async (trust, seen) => {
  const config = readConfig({ TRUST_PROXY: trust })
  const reception = { waitingCalls: async () => 0, metrics: [] }
  const app = await buildWorkerApp({ config, checks: { needed: {} }, log: createLog('silent'), reception })
  app.get('/who', (request, reply) => reply.send(request.ip))

  // The client wrote the first, the proxy added the second.
  const response = await app.inject({ url: '/who', headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' } })

  expect(response.body).toBe(seen)
})

test('a page carries CSP and related headers, an API response nosniff', async () => {
  const { app } = await world()

  const page = (await app.inject('/home')).headers
  const answer = (await app.inject(`${CORE_BASE_PATH}/v1/nothing`)).headers

  expect(page['content-security-policy']).toContain("frame-ancestors 'none'")
  expect([page['x-content-type-options'], answer['x-content-type-options']]).toEqual(['nosniff', 'nosniff'])
})
