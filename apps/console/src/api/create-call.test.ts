import { authApi, enterpriseApi, knowledgeApi, type RelationId, roleApi, type RoleId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { createCall, type CallDeps } from './create-call.ts'
import { ResultError, ServiceError, SessionEnded, fieldErrorsOf } from './errors.ts'

type Request = { url: string; init: RequestInit; headers: Record<string, string> }

/** A caller whose network answers what the test says, and what it asked. */
function world(answer: (request: Request) => Response | Promise<Response>, deps: Partial<CallDeps> = {}) {
  const requests: Request[] = []
  const log: string[] = []
  let ids = 0
  const call = createCall({
    fetch: async (url, init) => {
      const request = { url, init, headers: init.headers as Record<string, string> }
      requests.push(request)
      return answer(request)
    },
    baseUrl: () => '',
    orgId: () => 'org',
    identity: () => ({ token: 'token-1', entId: 'ent', agentId: 'agent' }),
    previewRoleId: () => undefined,
    newId: () => `id-${(ids += 1)}`,
    onSessionEnd: (reason) => log.push(`session end: ${reason}`),
    sessionSignal: () => new AbortController().signal,
    onForbidden: () => log.push('forbidden'),
    ...deps,
  })
  return { call, requests, log }
}

const json = (body: unknown, status = 200) => Response.json(body, { status })
const envelope = (data: unknown, code = 1, msg = '') => json({ code, data, msg })

// R89, R90
test('a call sends the token and returns the data of the envelope', async () => {
  const { call, requests } = world(() => envelope({ mPerms: { im: ['im:viewPage'] } }))

  const data = await call(roleApi.ownPermissions)

  expect(data).toEqual({ mPerms: { im: ['im:viewPage'] } })
  expect(requests[0]).toMatchObject({
    url: '/luna/core/api/v1/role/permission/agent',
    init: { method: 'POST' },
    headers: { authorization: 'Bearer token-1' },
  })
})

test('only calls without a sign-in take cookies along: the known device', async () => {
  const { call, requests } = world(({ init }) =>
    init.method === 'GET' ? envelope({ captchaId: 'a'.repeat(32), image: '' }) : envelope({ mPerms: {} }),
  )

  await call(authApi.captcha)
  await call(roleApi.ownPermissions)

  expect(requests.map(({ init }) => init.credentials)).toEqual(['same-origin', 'omit'])
})

test('reads carry no request id, a query leaves out what is not set', async () => {
  const { call, requests } = world(({ init }) =>
    init.method === 'GET' ? envelope({ captchaId: 'a'.repeat(32), image: '' }) : envelope(true),
  )

  await call(authApi.captcha)
  await call(roleApi.remove, { query: { id: 'b'.repeat(32) as RoleId, moveToRoleId: undefined } })

  expect(requests[0]?.headers).not.toHaveProperty('x-request-id')
  expect(requests[1]?.headers).toHaveProperty('x-request-id', 'id-1')
  expect(requests[1]?.url).toBe(`/luna/core/api/v1/role/role/delete?id=${'b'.repeat(32)}`)
})

test('a preview names its role where it reads, and neither writes nor hinders signing out', async () => {
  const { call, requests } = world(({ url }) => envelope(url.endsWith('/agent') ? { mPerms: {} } : true), {
    previewRoleId: () => 'role-1',
  })

  await call(roleApi.ownPermissions)
  await expect(call(roleApi.remove, { query: { id: 'b'.repeat(32) as RoleId } })).rejects.toThrow('预览中仅可查看')
  await call(authApi.logout, undefined, { keepalive: true })

  expect(requests.map(({ headers }) => headers['x-preview-role'])).toEqual(['role-1', undefined])
})

test('a file is sent as a form, with the fields of the body beside it', async () => {
  const { call, requests } = world(() => envelope({ success: 1, duplicates: 0, failed: [] }))
  const file = new File(['rows'], '问答.xlsx')

  await call(knowledgeApi.import, { body: { relationId: 'c'.repeat(32) as RelationId, dryRun: true }, file })

  const form = requests[0]?.init.body as FormData
  expect([form.get('relationId'), form.get('dryRun'), form.has('onDuplicate')]).toEqual(['c'.repeat(32), 'true', false])
  expect((form.get('file') as File).name).toBe('问答.xlsx')
  expect(requests[0]?.headers).not.toHaveProperty('content-type')
})

test.each([
  ['host', '/v1/ent/auth/logout', {}],
  [
    'cafe',
    '/meiqia/cafe/v1/ent/auth/logout',
    { 'accept-language': 'zh', 'x-org-id': 'org', 'x-agent-id': 'agent', 'x-ent-token': 'token-1' },
  ],
] as const)('the %s client has its own address and headers', async (client, url, headers) => {
  const { call, requests } = world(() => envelope(true))

  await call(authApi.logout, undefined, { client })

  expect(requests[0]?.url).toBe(url)
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer token-1', ...headers })
})

test('a refusal carries code, message and data, and falls back to 结果异常', async () => {
  const { call } = world(() => envelope({ fields: { name: '角色名称已存在' } }, 40001, ''))

  const error: unknown = await call(roleApi.list).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(ResultError)
  expect(error).toMatchObject({ code: 40001, message: '结果异常' })
  expect(fieldErrorsOf(error)).toEqual({ name: '角色名称已存在' })
})

test('a refusal for lack of permission makes permissions be asked again', async () => {
  const { call, log } = world(() => envelope(null, 40301, '没有权限'))

  await expect(call(roleApi.list)).rejects.toThrow('没有权限')

  expect(log).toEqual(['forbidden'])
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), '网络错误，请检查网络设置'],
  ['a server error with words', () => json({ code: 50000, data: null, msg: '数据库维护中' }, 500), '数据库维护中'],
  ['a proxy without words', () => new Response('<html>', { status: 502 }), '服务器异常'],
  ['an answer that is no envelope', () => json(['?']), '服务器异常'],
])('%s becomes a service error', async (_, answer, message) => {
  const { call, log } = world(answer)

  const error: unknown = await call(roleApi.list).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ message })
  expect(log).toEqual([])
})

// R23
test.each([
  ['401', () => json({ code: 40101, data: null, msg: '请重新登录' }, 401)],
  ['a timeout', () => Promise.reject(new DOMException('too long', 'TimeoutError'))],
])('%s ends the session', async (_, answer) => {
  const { call, log } = world(answer)

  await expect(call(enterpriseApi.detail)).rejects.toThrow(SessionEnded)

  expect(log).toEqual(['session end: expired'])
})

test('without a session only public calls are sent', async () => {
  const { call, requests, log } = world(() => envelope({ captchaId: 'a'.repeat(32), image: '' }), {
    identity: () => undefined,
  })

  await expect(call(enterpriseApi.detail)).rejects.toThrow(SessionEnded)
  expect([requests, log]).toEqual([[], ['session end: elsewhere']])

  await call(authApi.captcha)
  expect(requests).toHaveLength(1)
})

test('a token that another tab has replaced meanwhile is tried once more, under the same request id', async () => {
  let token = 'old'
  const { call, requests, log } = world(
    ({ headers }) => {
      if (headers.authorization === 'Bearer new') return envelope(true)
      token = 'new'
      return json({ code: 40101, data: null, msg: '' }, 401)
    },
    { identity: () => ({ token, entId: 'ent', agentId: 'agent' }) },
  )

  await expect(call(authApi.logout)).resolves.toBe(true)

  expect(requests.map((it) => it.headers['x-request-id'])).toEqual(['id-1', 'id-1'])
  expect(log).toEqual([])
})

test('signing out is not repeated with the token of a later sign-in, whose session goes on', async () => {
  let token = 'old'
  const { call, requests, log } = world(
    () => {
      token = 'new'
      return json({ code: 40101, data: null, msg: '' }, 401)
    },
    { identity: () => ({ token, entId: 'ent', agentId: 'agent' }) },
  )

  await expect(call(authApi.logout, undefined, { keepalive: true })).rejects.toThrow(SessionEnded)

  expect(requests).toHaveLength(1)
  expect(log).toEqual([])
})

test('when the session ends, reads under way are aborted and writes go on', async () => {
  const session = new AbortController()
  const { call, log } = world(
    ({ init }) =>
      new Promise((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        setTimeout(() => resolve(envelope(true)))
      }),
    { sessionSignal: () => session.signal },
  )

  const read = call(enterpriseApi.detail)
  const write = call(authApi.logout)
  session.abort()

  await expect(read).rejects.toThrow(SessionEnded)
  await expect(write).resolves.toBe(true)
  expect(log).toEqual([])
})
