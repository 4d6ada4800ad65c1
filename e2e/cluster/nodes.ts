import { createHash } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AgentId, authApi, CORE_BASE_PATH, type Endpoint, type Envelope, SOCKET_PATH } from '@ruwu/contract'
import { TestSocket } from '@ruwu/testkit'
import { Server } from '../support/server.ts'
import type { Services } from './services.ts'

export type Cluster = { webs: Server[]; workers: Server[]; env: Record<string, string>; stop(): Promise<void> }

/** Settings of a node whose machine's clock is wrong. */
export const shiftedClock = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${fileURLToPath(new URL('shifted-clock.ts', import.meta.url))}`,
  CLOCK_SHIFT_MS: String(ms),
})

/** Connections of each node. */
export const POOL_SIZE = 10

/** What all nodes of a cluster have in common. */
export const settingsOf = (services: Services): Record<string, string> => ({
  DATABASE_URL: services.databaseUrl,
  REDIS_URL: services.redisUrl,
  SECRET_KEY: 'the same key for every node of this cluster',
  DATA_DIR: path.join(services.folder, 'data'),
  DATABASE_POOL_SIZE: String(POOL_SIZE),
  DEMO: 'true',
  CHAT_REGISTRATION: 'open',
})

/** Three web and two worker processes on the same database, bus and files; `own`: settings of each web process, `all`: of every process. */
export async function startCluster(
  services: Services,
  own: Record<string, string>[] = [],
  all: Record<string, string> = {},
): Promise<Cluster> {
  const env = { ...settingsOf(services), ...all }
  const start = (role: 'web' | 'worker', more: Record<string, string> = {}) =>
    Server.start({ ...env, ROLE: role, ...more })
  // At once, on an empty database: the migration lock must sort them out.
  const [webs, workers] = await Promise.all([
    Promise.all([0, 1, 2].map((node) => start('web', own[node]))),
    Promise.all([start('worker'), start('worker')]),
  ])
  return {
    webs,
    workers,
    env,
    stop: async () => {
      await Promise.all([...webs, ...workers].map((node) => node.stop()))
    },
  }
}

type Place = { readonly url: string }

export async function call<T>(node: Place, endpoint: Endpoint, token: string, body: object = {}): Promise<T> {
  const response = await fetch(`${node.url}${CORE_BASE_PATH}${endpoint.path}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Envelope<T>
  if (answer.code !== 1) throw new Error(`${answer.code} ${answer.msg}`)
  return answer.data
}

export const signIn = (node: Place, telephone: string) =>
  call<{ token: string; id: AgentId }>(node, authApi.login, '', {
    telephone,
    password: createHash('sha256').update('ruwu2026').digest('hex'),
  })

export const openSocket = (node: Place, token: string) =>
  TestSocket.open(`${node.url.replace('http', 'ws')}${SOCKET_PATH}?device=web&token=${token}`)

/** A user of the public chat service; answers its token. */
export async function signInGuest(node: Place, guestId: string): Promise<string> {
  const response = await fetch(`${node.url}/api/guest/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ guestId }),
  })
  return ((await response.json()) as { token: string }).token
}

export async function createGroup(node: Place, token: string, members: string[]): Promise<string> {
  const response = await fetch(`${node.url}/api/topic/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: '群', members }),
  })
  return ((await response.json()) as { id: string }).id
}
