import { setTimeout as sleep } from 'node:timers/promises'
import { AGENT_STATUS, agentApi, authApi, CORE_BASE_PATH, quickReplyApi, statisticsApi } from '@ruwu/contract'
import { openDatabase } from '@ruwu/server/database'
import { openReplica, REPLICA_AGE_MAX_MS } from '@ruwu/server/replica'
import { openLibraryDatabase } from '@ruwu/server/testing/library.ts'
import { EVAL_RUNS, evaluateRuns } from '@ruwu/server/testing/retrieval-eval.ts'
import { fakeClock } from '@ruwu/testkit'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Server } from '../support/server.ts'
import { Balancer } from './balancer.ts'
import {
  call,
  type Cluster,
  createGroup,
  openSocket,
  POOL_SIZE,
  shiftedClock,
  signIn,
  signInGuest,
  startCluster,
} from './nodes.ts'
import { type Services, startServices } from './services.ts'
import { TcpProxy } from './tcp-proxy.ts'

/** Long enough for a balancer that looks every 100 ms on a busy machine. */
const DRAINED = { DRAIN_SECONDS: '2' }

/** Bursts of a sender, on one node after the other: each node alone (60 at once, 30 a second) would take all of its own. */
const BURST = 45
const BURST_EVERY_MS = 600
const BURSTS_MAX = 50

let services: Services
let standby: Awaited<ReturnType<Services['startReplica']>>
let cluster: Cluster
let a: Server
let b: Server

beforeAll(async () => {
  services = await startServices()
  standby = await services.startReplica()
  cluster = await startCluster(services, [{ ...DRAINED, DATABASE_READ_URL: standby.url }, DRAINED, DRAINED])
  ;[a, b] = cluster.webs as [Server, Server]
})

afterAll(async () => {
  await cluster?.stop()
  await services?.stop()
})

const readiness = async (node: Server) => {
  const answer = await fetch(`${node.url}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { degraded?: boolean }) }
}

/** Two users of a group, each with a socket on another node. */
async function talk(name: string) {
  const [first, second] = [await signInGuest(a, `${name}1`), await signInGuest(b, `${name}2`)]
  const topicId = await createGroup(a, first, [`${name}2`])
  const screens = [await openSocket(a, first), await openSocket(b, second)] as const
  // A socket hears what is written once its node has registered it, which its first answer shows.
  for (const screen of screens) await screen.roundTrip()
  const say = (screen: 0 | 1, text: string) =>
    screens[screen].send({ type: 'chat', chatId: text, topicId, content: { type: 'text', text } })
  const hears = (screen: 0 | 1, text: string) =>
    screens[screen].next((frame) => frame.type === 'chat' && frame.chatId === text)
  const acknowledged = (screen: 0 | 1, text: string) =>
    screens[screen].next((frame) => frame.type === 'resp' && frame.chatId === text)
  const close = async () => {
    for (const screen of screens) await screen.close()
  }
  return { first, second, topicId, screens, say, hears, acknowledged, close }
}

test('an ordinary PostgreSQL of an older major version serves', async () => {
  const client = new Client({ connectionString: services.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  await client.end()

  expect(Number.parseInt(rows[0]?.version ?? '', 10)).toBeGreaterThanOrEqual(15)
  for (const node of [...cluster.webs, ...cluster.workers]) {
    expect(await readiness(node)).toMatchObject({ status: 200, ready: true })
  }
})

test('knowledge is searched on it', async () => {
  const db = await openLibraryDatabase(services.databaseUrl)

  const outcomes = await evaluateRuns(db.sql, EVAL_RUNS.slice(1, 2), { most: 3 })
  await db.close()

  expect(outcomes.filter(({ place }) => place >= 0)).not.toEqual([])
})

test('what happens on one node is seen on the other at once, in order', async () => {
  const lin = await signIn(a, '13800000003')
  const wei = await signIn(b, '13800000004')
  const screen = await openSocket(b, wei.token)
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
  const first = await signIn(a, '13800000005')
  const screen = await openSocket(a, first.token)
  await screen.next((frame) => frame.type === 'nop')

  await signIn(b, '13800000005')

  expect(await screen.next((frame) => frame.type === 'kickout')).toMatchObject({ message: 'kick_self' })
})

test('a node whose clock is wrong writes the time of the database', async () => {
  const hourMs = 3_600_000
  const { first, topicId, close } = await talk('late')
  const ahead = await Server.start({ ...cluster.env, ROLE: 'web', ...shiftedClock(hourMs) })
  onTestFinished(() => ahead.stop())
  const screen = await openSocket(ahead, first)
  const sent = { type: 'chat', chatId: 'late-1', topicId, content: { type: 'text', text: '几点了' } }
  screen.send(sent)
  await screen.next((frame) => frame.type === 'resp' && frame.chatId === sent.chatId)

  const client = new Client({ connectionString: services.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ seconds: number }>(
    `select abs(extract(epoch from clock_timestamp() - created_at))::float8 as seconds from message where chat_id = $1`,
    [sent.chatId],
  )
  await client.end()

  expect(rows).toHaveLength(1)
  expect(rows[0]?.seconds).toBeLessThan(hourMs / 1000 / 60)
  await screen.close()
  await close()
})

test('a worker answers its health and nothing else', async () => {
  for (const worker of cluster.workers) {
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${worker.url}/metrics`)).status).toBe(200)
    expect((await fetch(`${worker.url}/login`)).status).toBe(404)
    expect((await fetch(`${worker.url}${CORE_BASE_PATH}${authApi.captcha.path}`)).status).toBe(404)
  }
})

test('two users on two nodes write to one group at once: everybody sees everything once, in one order', async () => {
  const { first, second, topicId, screens: two, close } = await talk('cluster')
  const screens = [...two, await openSocket(b, first), await openSocket(a, second)]
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
  for (const screen of screens.slice(2)) await screen.close()
  await close()
})

test('a sender has one pace over all nodes', async () => {
  const { first, topicId, close } = await talk('pace')
  const sockets = await Promise.all(cluster.webs.map((node) => openSocket(node, first)))
  for (const socket of sockets) await socket.roundTrip()
  const refused: string[] = []
  const say = async (socket: (typeof sockets)[number], chatId: string) => {
    socket.send({ type: 'chat', chatId, topicId, content: { type: 'text', text: chatId } })
    const answer = await socket.next((frame) => frame.type === 'resp' && frame.chatId === chatId)
    if (answer.type === 'resp' && answer.code !== 200) refused.push(chatId)
  }

  const answers: Promise<void>[] = []
  for (let n = 0; n < BURSTS_MAX && refused.length === 0; n += 1) {
    const socket = sockets[n % sockets.length]!
    for (let each = 0; each < BURST; each += 1) answers.push(say(socket, `${n}-${each}`))
    await sleep(BURST_EVERY_MS)
  }

  await Promise.all(answers)
  expect(refused.length).toBeGreaterThan(0)
  for (const socket of sockets) await socket.close()
  await close()
})

test('Redis away: nodes stay ready, sends go on, and what another node missed arrives when it is back', async () => {
  const { say, hears, acknowledged, close } = await talk('quiet')

  await services.redis.kill()
  say(0, 'while-away')
  await hears(0, 'while-away')
  await acknowledged(0, 'while-away')
  for (const node of cluster.webs) expect((await readiness(node)).status).toBe(200)
  await expect.poll(async () => (await readiness(a)).degraded, { interval: 200 }).toBe(true)

  await services.redis.start()
  await hears(1, 'while-away')
  await expect.poll(async () => (await readiness(b)).degraded, { interval: 200 }).toBeUndefined()
  await close()
})

test('Redis hung: a message reaches the sockets of its own node all the same', async () => {
  const { say, hears, acknowledged, close } = await talk('hung')

  services.redis.freeze()
  try {
    say(0, 'while-hung')
    await acknowledged(0, 'while-hung')
    await hears(0, 'while-hung')
  } finally {
    services.redis.thaw()
  }

  await hears(1, 'while-hung')
  await close()
})

test('a node whose connections are all taken by requests that wait is busy, and stays ready', async () => {
  const { token } = await signIn(a, '13800000003')
  const gate = new Client({ connectionString: services.databaseUrl })
  await gate.connect()
  await gate.query('begin; lock table quick_reply in access exclusive mode')
  const waiting = Array.from({ length: 2 * POOL_SIZE }, () => call(a, quickReplyApi.groupReplies, token))
  const count = async () => {
    const { rows } = await gate.query<{ count: number }>(
      `select count(*)::int4 as count from pg_locks where relation = 'quick_reply'::regclass and not granted`,
    )
    return rows[0]?.count
  }
  await expect.poll(count).toBe(POOL_SIZE)

  expect(await readiness(a)).toMatchObject({ status: 200, ready: true })

  await gate.query('rollback')
  await gate.end()
  await Promise.all(waiting)
})

/** What a newer release does to the database first: it adds, and says that this release may go on beside it. */
const NEWER_RELEASE = `
  do $$ begin execute format('comment on schema drizzle is %L',
    'oldest release ' || (select max(created_at) from drizzle.__drizzle_migrations)); end $$;
  insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'of a newer release', max(created_at) + 1 from drizzle.__drizzle_migrations;
  alter table message add column of_a_newer_release text;
  create table of_a_newer_release (ent_id uuid not null)`

test('nodes restarted one after the other under load, one before and two after a newer release has migrated: no request fails, and no message is lost, doubled or not pushed', async () => {
  const urls = cluster.webs.map((node) => node.url)
  const balancer = await Balancer.start(urls)
  const token = await signInGuest(balancer, 'rolling1')
  const watching = await signInGuest(balancer, 'rolling2')
  const topicId = await createGroup(balancer, token, ['rolling2'])
  const outcomes: (number | string)[] = []
  const over = new AbortController()
  const send = async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const answer = await fetch(`${balancer.url}/api/chat/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ type: 'chat', chatId: `r${n}`, topicId, content: { type: 'text', text: String(n) } }),
      }).catch((error: unknown) => String(error))
      outcomes.push(typeof answer === 'string' ? answer : answer.status)
      // Within the pace of one sender.
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  }
  const sending = send()

  const client = new Client({ connectionString: services.databaseUrl })
  await client.connect()

  for (const [index, node] of cluster.webs.entries()) {
    const screen = await openSocket(cluster.webs[(index + 1) % urls.length] ?? a, watching)
    await screen.roundTrip()
    const first = outcomes.length + 1
    await node.halt()
    await node.run(DRAINED)
    await expect.poll(() => balancer.isReady(node.url), { interval: 50 }).toBe(true)
    if (index === 0) await client.query(NEWER_RELEASE)
    expect([...new Set(outcomes)]).toEqual([200])
    const last = outcomes.length - 1
    await screen.next((frame) => frame.type === 'chat' && frame.chatId === `r${last}`)
    const heard = screen.take('chat').map(({ chatId }) => Number(chatId.slice(1)))
    expect(heard).toEqual(heard.map((_, place) => (heard[0] ?? 0) + place))
    expect(heard[0]).toBeLessThanOrEqual(first)
    await screen.close()
  }
  over.abort()
  await sending

  expect([...new Set(outcomes)]).toEqual([200])
  const { rows } = await client.query<{ chats: number; seqs: number }>(
    `select count(distinct chat_id)::int4 as chats, (max(seq) - min(seq) + 1)::int4 as seqs from message
     where chat_id ~ '^r[0-9]+$' and topic_id = $1`,
    [topicId],
  )
  await client.end()
  expect(rows[0]).toEqual({ chats: outcomes.length, seqs: outcomes.length })
  await balancer.stop()
})

// Last: it ends the replica.
test('statistics are read from a replica while it follows and answers, and a node says when it does not', async () => {
  const way = await TcpProxy.start(standby.url)
  const clock = fakeClock('2026-07-08T01:00:00.000Z')
  const db = openDatabase({ url: services.databaseUrl, clock, poolSize: 5 })
  const replica = openReplica({ url: way.through, primary: db, clock })
  const admin = new Client({ connectionString: standby.url })
  await admin.connect()
  const isReplica = () =>
    replica.read(async ({ sql: db }) => {
      const { rows } = await db.execute<{ yes: boolean }>(sql`select pg_is_in_recovery() as yes`)
      return rows[0]?.yes
    })
  const looksUntil = async (isRead: boolean) => {
    await expect.poll(() => replica.look().then(isReplica), { interval: 50, timeout: 10_000 }).toBe(isRead)
  }
  await looksUntil(true)

  await admin.query('select pg_wal_replay_pause()')
  await db.pool.query(`select pg_logical_emit_message(true, 'ruwu', 'one more')`)
  clock.advance(REPLICA_AGE_MAX_MS)
  await replica.look()
  expect(await isReplica()).toBe(true)
  clock.advance(1)
  await looksUntil(false)
  await admin.query('select pg_wal_replay_resume()')
  await looksUntil(true)

  // Without a word: a statement on its way is answered by the database.
  const late = isReplica()
  way.cut()
  // A read under way is given up after two failed looks.
  await replica.look()
  await replica.look()
  expect(await late).toBe(false)
  way.heal()
  await looksUntil(true)

  const { token } = await signIn(a, '13800000001')
  const figures = () => call<{ tiles: unknown[] }>(a, statisticsApi.overview, token, { range: 'today' })
  const before = await figures()
  expect(await readiness(a)).toEqual({ status: 200, ready: true, checks: expect.anything() })
  // One that is promoted goes its own way: it is not read from for longer than one that stands still.
  await admin.query('select pg_promote()')
  await replica.look()
  clock.advance(REPLICA_AGE_MAX_MS + 1)
  await replica.look()
  await expect(replica.check()).rejects.toThrow('behind')
  await admin.end()
  await standby.stop()
  await expect.poll(async () => (await readiness(a)).degraded, { interval: 200, timeout: 10_000 }).toBe(true)
  expect([await readiness(a), (await figures()).tiles]).toMatchObject([{ status: 200, ready: true }, before.tiles])
  await replica.close()
  await way.stop()
  await db.close()
})
