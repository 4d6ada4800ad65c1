import { createHash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { channelApi, SOCKET_PATH } from '@ruwu/contract'
import { Caller } from '@ruwu/e2e/caller.ts'
import { query } from '@ruwu/e2e/database.ts'
import { Server } from '@ruwu/e2e/server.ts'
import { freePort } from '@ruwu/testkit'
import { SimulatorProcess } from '@ruwu/e2e/simulator-process.ts'
import { WebSocket } from 'ws'
import type { Run } from '../../scripts/lib/figures-runner.ts'
import { ADMIN, bind, PASSWORD } from '../bound-accounts.ts'
import { messageCall } from '../inbound-load.ts'
import { percentile } from '../load.ts'

const PER_SECOND = 60
const REAL_EVERY_MS = 100
const REAL_P95_MS = 150
const LOST_AFTER_MS = 20_000
/** Before the attack, for comparison. */
const IDLE_MESSAGES = 30

type Post = { path: string; body: string; headers?: Record<string, string> }

/**
 * Strangers call the platforms' hooks while customers write: customers notice nothing, and the strangers leave nothing. The small
 * version is too short for a percentile.
 */
export const run: Run = async (report, { isSmall }) => {
  const seconds = isSmall ? 3 : 30
  const simulatorPort = await freePort()
  const server = await Server.start(SimulatorProcess.serverEnv(simulatorPort))
  const simulator = await SimulatorProcess.start(simulatorPort, server.url)
  try {
    const admin = await new Caller(server.url).signIn(ADMIN, PASSWORD)
    const douyin = await bind(admin, simulator.platform, 'douyin')
    const redbook = await bind(admin, simulator.platform, 'redbook')
    const { url } = await admin.call(channelApi.openUrlRedbook, { query: { reqPage: '/channel' } })
    const token = new URL(url).searchParams.get('token') ?? ''
    const rows = await storedCalls(server)

    const console_ = await openConsole(server.url, admin.session?.token ?? '')
    let sent = 0
    /** How long each message of customers took to be shown, while they write for some seconds. */
    const writeFor = async (count: number): Promise<number[]> => {
      const arrivals: Promise<number>[] = []
      for (const end = sent + count; sent < end; sent += 1) {
        arrivals.push(write(server.url, douyin.accountId, sent, console_))
        await sleep(REAL_EVERY_MS)
      }
      return (await Promise.all(arrivals)).toSorted((a, b) => a - b)
    }
    const idle = await writeFor(IDLE_MESSAGES)
    const flood = floodHooks(server.url, forgeries(redbook.accountId, token), seconds)
    const delays = await writeFor((seconds * 1000) / REAL_EVERY_MS)
    const statuses = await flood
    console_.close()

    const p95 = percentile(delays, 0.95)
    const stored = (await storedCalls(server)) - rows - sent
    const believed = statuses.filter((status) => status !== 401).length
    const open = await admin.call(channelApi.list, { body: {} })
    const report0 = (name: string, value: number, unit: string) =>
      report({ name, value, unit, budget: 0, isWithin: value === 0 })
    report({ name: 'attacks.hooks.posts', value: statuses.length, unit: 'calls', budget: '-', isWithin: true })
    const idleP95 = percentile(idle, 0.95)
    report({ name: 'attacks.hooks.message_idle_p95', value: idleP95, unit: 'ms', budget: '-', isWithin: true })
    report({
      name: 'attacks.hooks.message_p95',
      value: p95,
      unit: 'ms',
      budget: isSmall ? '-' : `<= ${REAL_P95_MS}`,
      isWithin: isSmall || p95 <= REAL_P95_MS,
    })
    report0('attacks.hooks.believed', believed, 'calls')
    report0('attacks.hooks.stored', stored, 'rows')
    report0('attacks.hooks.lost', delays.filter((ms) => ms >= LOST_AFTER_MS).length, 'messages')
    report0('attacks.hooks.unbound', 2 - open.filter(({ openStatus }) => openStatus === 'open').length, 'accounts')
  } finally {
    await simulator.stop()
    await server.stop()
  }
}

/** What a stranger, or a merchant who was given a bind token, can send. */
function forgeries(accountId: string, token: string): Post[] {
  const message = (content: string, padding = '') =>
    JSON.stringify({
      message_id: randomUUID(),
      message_type: 'TEXT',
      message_source: 2,
      from_user_id: accountId,
      to_user_id: 'customer',
      timestamp: Date.now(),
      content,
      padding,
    })
  const [vector = '', cipher = ''] = token.split('~split~')
  const rewritten = Buffer.from(vector, 'base64').map(
    (byte, at) => byte ^ '{"account_code":'.charCodeAt(at) ^ '{"text":"x","y":'.charCodeAt(at),
  )
  const leave = JSON.stringify({ event: 'unauthorize', from_user_id: accountId })
  // The secret that the simulator's source shows.
  const signedAsInSource = createHash('sha1').update('simulator-douyin-secret-0001').update(leave).digest('hex')
  return [
    { path: '/api/open/im/third/unbind_account', body: JSON.stringify({ user_id: accountId }) },
    { path: '/api/open/im/third/unbind_account', body: JSON.stringify({ user_id: randomUUID() }) },
    { path: '/api/open/im/send', body: message(`${Buffer.from(rewritten).toString('base64')}~split~${cipher}`) },
    { path: '/api/open/im/send', body: message(token), headers: { 'x-xhs-signature': '0'.repeat(64) } },
    { path: '/api/open/im/send', body: message(token, 'x'.repeat(450_000)) },
    { path: '/api/open/im/intent/comment', body: JSON.stringify({ content: randomUUID() }) },
    { path: '/hooks/douyin', body: '{"event":"unauthorize"}', headers: { 'x-douyin-signature': '0'.repeat(40) } },
    { path: '/hooks/douyin', body: leave, headers: { 'x-douyin-signature': signedAsInSource } },
  ]
}

/** Posts at a fixed pace whatever the server does; 0 for a connection that the server closed. */
async function floodHooks(url: string, posts: readonly Post[], seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const answers: Promise<number>[] = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * PER_SECOND)
    for (let n = answers.length; n < due; n += 1) {
      const each = posts[n % posts.length]
      if (each) answers.push(post(agent, url, each))
    }
    await sleep(5)
  }
  const statuses = await Promise.all(answers)
  agent.destroy()
  // A body beyond the limit may be cut off before the answer is read.
  return statuses.map((status) => (status === 0 ? 401 : status))
}

function post(agent: Agent, url: string, { path, body, headers = {} }: Post): Promise<number> {
  return new Promise((resolve) => {
    const given = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers }
    const call = request(url + path, { agent, method: 'POST', headers: given }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    call.once('error', () => resolve(0))
    call.end(body)
  })
}

/** A real customer's message: how long from the platform's call until the agent's console has it. */
async function write(url: string, accountId: string, n: number, socket: WebSocket): Promise<number> {
  const text = `real-${n}-end`
  const began = performance.now()
  const shown = new Promise<number>((resolve) => {
    const timer = setTimeout(() => resolve(LOST_AFTER_MS), LOST_AFTER_MS)
    const onFrame = (frame: Buffer) => {
      if (!frame.includes(text)) return
      clearTimeout(timer)
      socket.off('message', onFrame)
      resolve(performance.now() - began)
    }
    socket.on('message', onFrame)
  })
  const { path, body, headers } = messageCall({ accountId, customer: `_000real${n % 20}`, n, text })
  await fetch(url + path, { method: 'POST', body, headers })
  return shown
}

async function openConsole(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}?device=web&token=${token}`)
  socket.setMaxListeners(0)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return socket
}

async function storedCalls(server: Server): Promise<number> {
  const [row] = await query<{ n: number }>(server, 'select count(*)::int as n from platform_delivery')
  return row?.n ?? 0
}
