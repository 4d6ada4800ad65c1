import { createHash } from 'node:crypto'
import {
  AGENT_STATUS,
  agentApi,
  type AgentId,
  authApi,
  CORE_BASE_PATH,
  type Endpoint,
  type Envelope,
  SOCKET_PATH,
} from '@ruwu/contract'
import { openLibraryDatabase } from '@ruwu/server/testing/library.ts'
import { EVAL_RUNS, evaluateRuns } from '@ruwu/server/testing/retrieval-eval.ts'
import { TestSocket } from '@ruwu/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Server } from '../support/server.ts'
import { type Services, startServices } from './services.ts'

let services: Services
let nodes: Server[] = []

beforeAll(async () => {
  services = await startServices()
  const env = {
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    SECRET_KEY: 'the same key for every node of this cluster',
    DEMO: 'true',
    CHAT_REGISTRATION: 'open',
  }
  // At once, on an empty database: the migration lock must sort them out.
  nodes = await Promise.all([
    Server.start({ ...env, ROLE: 'web' }),
    Server.start({ ...env, ROLE: 'web' }),
    Server.start({ ...env, ROLE: 'worker' }),
  ])
})

afterAll(async () => {
  for (const node of nodes) await node.stop()
  await services?.stop()
})

async function call<T>(node: Server | undefined, endpoint: Endpoint, token: string, body: object = {}): Promise<T> {
  const response = await fetch(`${node?.url}${CORE_BASE_PATH}${endpoint.path}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Envelope<T>
  if (answer.code !== 1) throw new Error(`${answer.code} ${answer.msg}`)
  return answer.data
}

const signIn = (node: Server | undefined, telephone: string) =>
  call<{ token: string; id: AgentId }>(node, authApi.login, '', {
    telephone,
    password: createHash('sha256').update('ruwu2026').digest('hex'),
  })

const open = (node: Server | undefined, token: string) =>
  TestSocket.open(`${node?.url.replace('http', 'ws')}${SOCKET_PATH}?device=web&token=${token}`)

test('an ordinary PostgreSQL of an older major version serves', async () => {
  const client = new Client({ connectionString: services.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  await client.end()

  expect(Number.parseInt(rows[0]?.version ?? '', 10)).toBeGreaterThanOrEqual(15)
  for (const node of nodes) expect(await (await fetch(`${node.url}/readyz`)).json()).toMatchObject({ ready: true })
})

test('knowledge is searched on it', async () => {
  const db = await openLibraryDatabase(services.databaseUrl)

  await expect(evaluateRuns(db.sql, EVAL_RUNS.slice(1, 2), { most: 3 })).resolves.toBeDefined()
  await db.close()
})

test('what happens on one node is seen on the other at once, in order', async () => {
  const [a, b] = nodes
  const lin = await signIn(a, '13800000003')
  const wei = await signIn(b, '13800000004')
  const screen = await open(b, wei.token)
  const greeting = await screen.next((frame) => frame.type === 'nop')
  const known = greeting.type === 'nop' ? (greeting.seq ?? 0) : 0

  for (const status of [AGENT_STATUS.invisible, AGENT_STATUS.online, AGENT_STATUS.invisible]) {
    await call(a, agentApi.update, lin.token, { id: lin.id, status })
  }

  await screen.next((frame) => frame.type === 'message' && frame.seq === known + 3)
  expect(screen.take('message').map((frame) => frame.seq)).toEqual([known + 1, known + 2, known + 3])
  await screen.close()
})

test('signing in on one node kicks the console that is connected to the other', async () => {
  const [a, b] = nodes
  const first = await signIn(a, '13800000005')
  const screen = await open(a, first.token)
  await screen.next((frame) => frame.type === 'nop')

  await signIn(b, '13800000005')

  expect(await screen.next((frame) => frame.type === 'kickout')).toMatchObject({ message: 'kick_self' })
})

test('a worker answers its health and nothing else', async () => {
  const worker = nodes[2]

  expect((await fetch(`${worker?.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${worker?.url}/metrics`)).status).toBe(200)
  expect((await fetch(`${worker?.url}/login`)).status).toBe(404)
  expect((await fetch(`${worker?.url}${CORE_BASE_PATH}${authApi.captcha.path}`)).status).toBe(404)
})

test('two users on two nodes write to one group at once: everybody sees everything once, in one order', async () => {
  const [a, b] = nodes
  const guest = async (node: Server | undefined, guestId: string) => {
    const response = await fetch(`${node?.url}/api/guest/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ guestId }),
    })
    return ((await response.json()) as { token: string }).token
  }
  const [first, second] = [await guest(a, 'cluster1'), await guest(b, 'cluster2')]
  const created = await fetch(`${a?.url}/api/topic/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${first}` },
    body: JSON.stringify({ name: '群', members: ['cluster2'] }),
  })
  const { id: topicId } = (await created.json()) as { id: string }
  const screens = [await open(a, first), await open(b, second), await open(b, first), await open(a, second)]
  // A socket hears what is written once its node has registered it, which its first answer shows.
  for (const screen of screens) await screen.roundTrip()

  for (let n = 0; n < 40; n += 1) {
    screens[n % 2]?.send({ type: 'chat', chatId: `m${n}`, topicId, content: { type: 'text', text: String(n) } })
  }

  const orders = await Promise.all(
    screens.map(async (screen) => {
      await screen.next((frame) => frame.type === 'chat' && frame.seq === 41)
      return screen.take('chat').map((frame) => [frame.seq, frame.chatId])
    }),
  )
  const own = orders[0] ?? []
  expect(own.map(([seq]) => seq)).toEqual(Array.from({ length: own.length }, (_, index) => 41 - own.length + 1 + index))
  expect(new Set(own.map(([, chatId]) => chatId)).size).toBe(own.length)
  // The message that made the group came before the sockets: each holds the forty that followed.
  for (const order of orders) expect(order.slice(-40)).toEqual(own.slice(-40))
  for (const screen of screens) await screen.close()
})
