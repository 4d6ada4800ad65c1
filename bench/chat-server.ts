import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { Server } from '@ruwu/e2e/server.ts'
import { freePort } from '@ruwu/testkit'

const NODE = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))

export type ChatServer = {
  server: Server
  databaseUrl: string
  bareUrl(topics: string[]): Promise<string>
  stop(): Promise<void>
}

/** A durable database with the product on it, and on demand the bare route beside it. */
export async function startChatServer(): Promise<ChatServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const server = await Server.start({ DATABASE_URL: postgres.url, DEMO: 'true', CHAT_REGISTRATION: 'open' })
  let bare: ChildProcess | undefined
  return {
    server,
    databaseUrl: postgres.url,
    async bareUrl(topics) {
      const port = await freePort()
      bare = spawn(NODE, [fileURLToPath(new URL('bare-insert.ts', import.meta.url))], {
        env: { ...process.env, PORT: String(port), DATABASE_URL: postgres.url, TOPICS: topics.join(',') },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      if (bare.stdout) await once(createInterface(bare.stdout), 'line')
      return `http://127.0.0.1:${port}/send`
    },
    async stop() {
      if (bare && bare.exitCode === null) {
        const gone = once(bare, 'exit')
        bare.kill('SIGTERM')
        await gone
      }
      await server.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Registers chat users by name; answers their tokens. */
export async function registerAll(url: string, names: readonly string[]): Promise<string[]> {
  const tokens: string[] = []
  for (const name of names) {
    const response = await fetch(`${url}/api/guest/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ guestId: name, remember: true }),
    })
    tokens.push(((await response.json()) as { token: string }).token)
  }
  return tokens
}

export async function post<T>(url: string, token: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export const createGroup = async (url: string, token: string, members: string[]) =>
  (await post<{ id: string }>(`${url}/api/topic/create`, token, { name: 'group', members })).id

export const sendChat = (url: string, token: string, topicId: string, chatId: string, text = chatId) =>
  post<{ seq: number }>(`${url}/api/chat/send`, token, { topicId, chatId, content: { type: 'text', text } })
