import {
  chatAuthRoutes,
  chatConversationRoutes,
  chatRelationRoutes,
  chatTopicRoutes,
  chatUserRoutes,
} from '@ruwu/contract'
import { CHAT_CLIENT_ERRORS, HTTP_TIMEOUT_MS } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { createApi, fillPath } from './api.ts'
import { API_PATHS } from './api-paths.ts'
import { fakeTimers } from './testing/fake-link.ts'
import { createHttp } from './http.ts'

const contract = {
  auth: chatAuthRoutes,
  user: chatUserRoutes,
  relation: chatRelationRoutes,
  topic: chatTopicRoutes,
  conversation: chatConversationRoutes,
}

const fill = (path: string) => path.replace(':topicId', 'u1:u2').replace(':userId', 'u2')

/** Calls with one prepared answer, and what was asked. */
function service(answer: () => Promise<Response> | Response, token?: string) {
  const { timers, pass } = fakeTimers()
  const asked: { url: string; init: RequestInit }[] = []
  const http = createHttp({
    host: 'http://chat.test',
    timers,
    token: () => token,
    fetch: async (url, init) => {
      asked.push({ url, init })
      return answer()
    },
  })
  return { api: createApi(http), asked, pass }
}

// R103, R104, R105
test('every route of the contract can be called, at its path and by its method', async () => {
  const { api, asked } = service(() => new Response('true'))
  const names = Object.entries(contract).flatMap(([group, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ group, name, route })),
  )

  for (const { group, name } of names) {
    const calls = api[group as keyof typeof contract] as Record<string, (args: object) => Promise<unknown>>
    await calls[name]!({ topicId: 'u1:u2', userId: 'u2' })
  }

  expect(asked.map(({ url, init }) => [init.method, url])).toEqual(
    names.map(({ route }) => [route.method, `http://chat.test${fill(route.path)}`]),
  )
  expect(Object.keys(API_PATHS)).toEqual(Object.keys(contract))
})

test.each([
  [
    'the rest is the body',
    '/api/topic/admin/notice/:topicId',
    { topicId: 'g', text: 'x' },
    '/api/topic/admin/notice/g',
    { text: 'x' },
  ],
  ['colons stay raw', '/api/chat/info/:topicId', { topicId: 'u1:ü' }, '/api/chat/info/u1:%C3%BC', {}],
  ['slashes do not lead elsewhere', '/api/profile/:userId', { userId: '../x' }, '/api/profile/..%2Fx', {}],
  ['a list is the body itself', '/api/chat/batch_sync', [{ topicId: 'g' }], '/api/chat/batch_sync', [{ topicId: 'g' }]],
])('in a path %s', (_, template, args, path, body) => {
  expect(fillPath(template, args)).toEqual({ path, body })
})

test('a signed-in caller sends the token, a stranger none', async () => {
  const known = service(() => new Response('true'), 'abc')
  const stranger = service(() => new Response('true'))

  await known.api.conversation.readAll()
  await stranger.api.conversation.readAll()

  expect(known.asked[0]!.init.headers).toMatchObject({ authorization: 'Bearer abc' })
  expect(stranger.asked[0]!.init.headers).not.toHaveProperty('authorization')
})

test.each([
  [
    'the server’s text',
    '{"error":"invalid password"}',
    { status: 401, statusText: 'Unauthorized' },
    'invalid password',
  ],
  ['the status text', 'not json', { status: 502, statusText: 'Bad Gateway' }, 'Bad Gateway'],
  ['the status', '{"error":7}', { status: 500 }, 'HTTP 500'],
  ['the status text, even of a kind success', '{}', { status: 201, statusText: 'Created' }, 'Created'],
])('an answer other than 200 throws %s', async (_, body, init, text) => {
  const { api } = service(() => new Response(body, init))

  await expect(api.auth.login({ email: 'u1', password: 'secret1' })).rejects.toMatchObject({
    message: text,
    status: init.status,
  })
})

test('a call without an answer fails with timeout', async () => {
  const { timers, pass } = fakeTimers()
  const http = createHttp({
    host: '',
    timers,
    token: () => undefined,
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  })

  const asked = http('POST', '/api/chat/list')
  pass(HTTP_TIMEOUT_MS)

  await expect(asked).rejects.toThrow(CHAT_CLIENT_ERRORS.timeout)
})

test('a file is uploaded as a form with its topic', async () => {
  const { api, asked } = service(() => new Response('{"path":"/api/attachment/k","size":5}'))

  const upload = await api.upload({ file: new Blob(['hello']), fileName: 'a.txt', topicId: 'u1:u2' })

  const form = asked[0]!.init.body as FormData
  expect(upload.path).toBe('/api/attachment/k')
  expect([form.get('topicId'), form.get('private'), (form.get('file') as File).name]).toEqual([
    'u1:u2',
    'false',
    'a.txt',
  ])
  expect(asked[0]!.init.headers).not.toHaveProperty('content-type')
})
