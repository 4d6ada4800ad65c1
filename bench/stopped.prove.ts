import { setTimeout as sleep } from 'node:timers/promises'
import { aiAgentApi, type CustomerId, knowledgeApi, messageApi, pointsApi } from '@ruwu/contract'
import { Caller } from '@ruwu/e2e/caller.ts'
import { settingsOf } from '@ruwu/e2e/cluster/nodes.ts'
import { startServices } from '@ruwu/e2e/cluster/services.ts'
import { Server } from '@ruwu/e2e/server.ts'
import { freePort } from '@ruwu/testkit'
import { SimulatorProcess } from '@ruwu/e2e/simulator-process.ts'
import { Client } from 'pg'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { ensureClusterServices } from '../scripts/lib/system-packages.mjs'
import { ADMIN, bind, PASSWORD } from './bound-accounts.ts'
import { createGroup, registerAll, sendChat } from './chat-server.ts'
import { messageCall } from './inbound-load.ts'

const OTHERS_MS = 5_000
const GIVEN_UP_MS = 60_000
const QUESTION = '周末几点关门'
const ANSWER = '门店周末营业到晚上九点'
const KINDS = ['chat', 'reply', 'inbound', 'outbox', 'ai', 'ledger']

/**
 * A node is stopped (SIGSTOP) within a transaction; meanwhile replies, customers' messages, chat messages and bookings go
 * on at the other node. Once it continues, everything is there once. `stopped-node.test.ts` is the small version.
 */
export const run: Run = async (report, { isSmall }) => {
  const stopMs = isSmall ? 6_000 : 60_000
  const undo: Undo = []
  try {
    const place = await open(undo)
    for (const [kind, lock, begin] of place.kinds) {
      const { begun, node, resume } = await stopWithin(place, lock, begin)
      const from = performance.now()
      await place.goesOn(1 - node, kind)
      const ms = performance.now() - from
      const budget = `<= ${OTHERS_MS}`
      report({ name: `stopped.${kind}.others`, value: ms, unit: 'ms', budget, isWithin: ms <= OTHERS_MS })
      await sleep(Math.max(0, stopMs - ms))
      resume()
      // What was not acknowledged is repeated, as its sender does.
      if (!(await begun)) await until(begin)
    }
    const wrong = await place.notOnce()
    for (const each of wrong) console.error(each)
    report({ name: 'stopped.not_once', value: wrong.length, unit: 'messages', budget: 0, isWithin: wrong.length === 0 })
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

type Undo = (() => Promise<unknown>)[]
type Place = Awaited<ReturnType<typeof open>>

/** Two nodes on one database, an account whose AI answers, its customers and a chat group. */
async function open(undo: Undo) {
  const { nodes, prover, databaseUrl, simulator } = await startNodes(undo)
  const [first, second] = nodes
  const urlOf = (node: number) => (node === 0 ? first : second).url
  const admin = await new Caller(second.url).signIn(ADMIN, PASSWORD)
  const account = await bind(admin, simulator.platform, 'douyin')
  const { relationId } = account
  await admin.call(knowledgeApi.save, { body: { relationId, type: 'qa', question: QUESTION, answer: ANSWER } })
  await admin.call(aiAgentApi.publish, { body: { relationId, note: '' } })
  const callers = nodes.map((node) => new Caller(node.url, admin.session?.token))
  const callerOf = (node: number) => callers[node] ?? admin
  const [token = ''] = await registerAll(second.url, ['stopped'])
  const group = await createGroup(second.url, token, ['stopped'])

  const texts = { replies: new Set<string>(), written: new Set<string>(), chats: new Set<string>(), bookings: 0 }
  const write = async (node: number, text: string) => {
    const n = numberOf(texts.written, text)
    const call = messageCall({ accountId: account.accountId, customer: '_000other', n, text })
    return (await fetch(urlOf(node) + call.path, { method: 'POST', body: call.body, headers: call.headers })).ok
  }
  /** By the simulator, which takes answers for the customers it knows alone. */
  const writeAs = async (name: string, text: string) => {
    numberOf(texts.written, text)
    const customer = await simulator.platform.newCustomer('douyin', account.accountId, name)
    await simulator.platform.writeAs('douyin', account.accountId, customer, text)
    return true
  }
  /** One for each kind: a platform takes six replies to what a customer wrote. */
  const customers = new Map<string, CustomerId>()
  for (const kind of KINDS) {
    await writeAs(kind, `在吗 ${kind}`)
    customers.set(kind, await until(() => customerNamed(prover, kind)))
  }
  let refusal = ''
  const isDone = (sent: Promise<unknown>) =>
    sent.then(
      () => true,
      (error: Error) => {
        if (error.message !== refusal) console.error((refusal = error.message))
        return false
      },
    )
  const reply = (node: number, kind: string, text: string) => {
    const customerId = customers.get(kind)!
    const chatId = `stopped${1_000 + numberOf(texts.replies, text)}`
    const body = { customerId, chatId, content: { type: 'text', text } as const, confirmWarn: true }
    return isDone(callerOf(node).call(messageApi.send, { body }))
  }
  const chat = (node: number, text: string) =>
    isDone(sendChat(urlOf(node), token, group, `stoppedchat${1_000 + numberOf(texts.chats, text)}`, text))
  const book = async (node: number) => {
    const isBooked = await isDone(callerOf(node).call(pointsApi.demoRecharge, {}))
    texts.bookings += Number(isBooked)
    return isBooked
  }
  const stored = async (text: string) =>
    (await prover.query(`select 1 from message where content ->> 'text' = $1`, [text])).rowCount ?? 0
  const arrived = async (text: string) =>
    (await simulator.platform.threads('douyin', account.accountId))
      .flatMap(({ messages }) => messages)
      .filter(({ from, content }) => from === 'merchant' && content.text?.includes(text)).length
  const booked = async () =>
    (await prover.query(`select 1 from point_ledger where reason like '%充值%' or type = 'recharge'`)).rowCount ?? 0
  const bookedBefore = await booked()

  const listWrong = async () => {
    const wrong: string[] = []
    const expectOnce = (what: string, count: number) => {
      if (count !== 1) wrong.push(`${what}: ${count} times`)
    }
    for (const text of [...texts.replies, ...texts.written, ...texts.chats])
      expectOnce(`${text} is stored`, await stored(text))
    for (const text of texts.replies) expectOnce(`${text} arrived`, await arrived(text))
    expectOnce('the answer of the AI arrived', await arrived(ANSWER))
    const made = (await booked()) - bookedBefore
    if (made !== texts.bookings) wrong.push(`${made} bookings instead of ${texts.bookings}`)
    return wrong
  }

  return {
    prover,
    databaseUrl,
    /** The prover holds the lock: the transaction waits for it in its middle, and is stopped there. */
    kinds: [
      ['chat', 'lock table message in share mode', () => chat(0, '停住的群消息')],
      ['reply', 'lock table message in share mode', () => reply(0, 'reply', '停住的回复')],
      ['inbound', 'lock table message in share mode', () => write(1, '停住的来信')],
      ['outbox', 'select from channel_account for no key update', () => reply(1, 'outbox', '停住的发出')],
      ['ai', 'lock table ai_run in share mode', () => writeAs('小雨', QUESTION)],
      ['ledger', 'lock table point_ledger in share mode', () => book(0)],
    ] as const satisfies [string, string, () => Promise<boolean>][],
    pidOf: (node: number) => nodes[node]?.pid ?? 0,
    /** Everything works: replies and chat messages are taken, replies reach the platform, customers' messages are stored. */
    async goesOn(node: number, kind: string) {
      const [said, heard, chatted] = [`别处的回复 ${kind}`, `别处的来信 ${kind}`, `别处的群消息 ${kind}`]
      await Promise.all([
        until(() => reply(node, kind, said)),
        until(() => write(node, heard)),
        until(() => chat(node, chatted)),
        until(() => book(node)),
      ])
      await until(async () => (await stored(heard)) > 0 && (await arrived(said)) > 0)
    },
    /** A sentence for every message that is not there exactly once. */
    async notOnce(): Promise<string[]> {
      await until(async () => (await listWrong()).length === 0).catch(() => {})
      return listWrong()
    },
  }
}

/** The text's place among those that were sent: a repeated one has the same. */
const numberOf = (texts: Set<string>, text: string): number => [...texts.add(text)].indexOf(text)

async function customerNamed(prover: Client, name: string): Promise<CustomerId | undefined> {
  const select = `select replace(id::text, '-', '') as id from customer where name = $1`
  return (await prover.query<{ id: CustomerId }>(select, [name])).rows[0]?.id
}

async function startNodes(undo: Undo) {
  Object.assign(process.env, await ensureClusterServices())
  const services = await startServices()
  undo.push(() => services.stop())
  const { databaseUrl } = services
  const prover = new Client({ connectionString: databaseUrl })
  await prover.connect()
  undo.push(() => prover.end())
  const simulatorPort = await freePort()
  const env = { ...settingsOf(services), ...SimulatorProcess.serverEnv(simulatorPort) }
  const start = async (name: string) => {
    const node = await Server.start({ ...env, DATABASE_URL: `${databaseUrl}?application_name=${name}` })
    undo.push(async () => {
      process.kill(node.pid ?? 0, 'SIGCONT')
      await node.stop()
    })
    return node
  }
  const nodes = [await start('0'), await start('1')] as const
  // The simulator takes authorisations from its target only.
  const simulator = await SimulatorProcess.start(simulatorPort, nodes[1].url)
  undo.push(() => simulator.stop())
  return { nodes, prover, databaseUrl, simulator }
}

/** Stops the node whose transaction is the first to wait for the lock, and gives the lock to the transaction. */
async function stopWithin(place: Place, lock: string, begin: () => Promise<boolean>) {
  const table = /(?:table|from) (\w+)/.exec(lock)?.[1] ?? ''
  const gate = new Client({ connectionString: place.databaseUrl })
  await gate.connect()
  await gate.query('begin')
  await gate.query(lock)
  const begun = begin()
  const node = await until(async () => {
    const { rows } = await place.prover.query<{ node: string }>(
      `select application_name as node from pg_stat_activity
        where wait_event_type = 'Lock' and application_name in ('0', '1') and query like $1 order by query_start limit 1`,
      [`%${table}%`],
    )
    return rows[0]?.node
  })
  const pid = place.pidOf(Number(node))
  process.kill(pid, 'SIGSTOP')
  await gate.end()
  return { begun, node: Number(node), resume: () => process.kill(pid, 'SIGCONT') }
}

/** Asks again until the answer is yes. */
async function until<T>(ask: () => Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + GIVEN_UP_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error(`it did not happen in time: ${ask.toString()}`)
    await sleep(20)
  }
}
