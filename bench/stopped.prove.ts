import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CustomerId, messageApi } from '@ruwu/contract'
import { Caller } from '@ruwu/e2e/caller.ts'
import { freePort, Server } from '@ruwu/e2e/server.ts'
import { SimulatorProcess } from '@ruwu/e2e/simulator-process.ts'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { Client } from 'pg'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { ADMIN, bind, type BoundAccount, PASSWORD } from './bound-accounts.ts'
import { messageCall } from './inbound-load.ts'

const OTHERS_MS = 5_000
const GIVEN_UP_MS = 30_000

/**
 * A node is stopped (SIGSTOP) within a transaction; meanwhile replies, customers' messages and deliveries go on at the other node. Once
 * it goes on, everything is there once. The same for every kind of transaction, in small: `stopped-node.test.ts`.
 */
export const run: Run = async (report, { isSmall }) => {
  const stopMs = isSmall ? 6_000 : 60_000
  const undo: Undo = []
  try {
    const place = await open(undo)
    // The table is the one that the prover locks: the transaction waits for it in its middle, and is stopped there.
    const kinds = [
      ['reply', 'event_head', () => place.reply(0, '停住的回复')],
      ['inbound', 'event_head', () => place.write(1, '停住的来信')],
      ['outbox', 'channel_account', () => place.reply(1, '停住的发出')],
    ] as const
    for (const [kind, table, begin] of kinds) {
      const { begun, node, wake } = await stopWithin(place, table, begin)
      const from = performance.now()
      await place.goesOn(1 - node, kind)
      const ms = performance.now() - from
      report({
        name: `stopped.${kind}.others`,
        value: ms,
        unit: 'ms',
        budget: `<= ${OTHERS_MS}`,
        isWithin: ms <= OTHERS_MS,
      })
      await sleep(Math.max(0, stopMs - ms))
      wake()
      // What was not acknowledged is repeated, as the console does.
      if (!(await begun)) await begin()
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

/** Two nodes on one database, an account and its customers. */
async function open(undo: Undo) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-stopped-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  undo.push(() => postgres.stop())
  const prover = new Client({ connectionString: postgres.url })
  await prover.connect()
  undo.push(() => prover.end())
  const simulatorPort = await freePort()
  const env = { SECRET_KEY: 'the same key for every node of this proof', DEMO: 'true' }
  const nodes: Server[] = []
  for (const name of ['0', '1']) {
    const url = `${postgres.url}?application_name=${name}`
    const node = await Server.start({ ...SimulatorProcess.serverEnv(simulatorPort), ...env, DATABASE_URL: url })
    undo.push(async () => {
      process.kill(node.pid ?? 0, 'SIGCONT')
      await node.stop()
    })
    nodes.push(node)
  }
  const urlOf = (node: number) => nodes[node]?.url ?? ''
  const simulator = await SimulatorProcess.start(simulatorPort, urlOf(1))
  undo.push(() => simulator.stop())
  // The simulator takes authorisations from its target only.
  const admin = await new Caller(urlOf(1)).signIn(ADMIN, PASSWORD)
  const account = await bind(admin, simulator.platform, 'douyin')
  const guest = await simulator.platform.newCustomer('douyin', account.accountId, '小满')
  await simulator.platform.writeAs('douyin', account.accountId, guest, '在吗')
  const customerId = await until(async () => {
    const { rows } = await prover.query<{ id: CustomerId }>(`select id from customer where name = '小满'`)
    return rows[0]?.id
  })
  const callers = nodes.map((node) => new Caller(node.url, admin.session?.token))
  const texts = { replies: new Set<string>(), written: new Set<string>() }

  const reply = async (node: number, text: string): Promise<boolean> => {
    texts.replies.add(text)
    const chatId = `chat-${[...texts.replies].indexOf(text)}`
    const body = { customerId, chatId, content: { type: 'text', text } as const, confirmWarn: true }
    return (
      callers[node]?.call(messageApi.send, { body }).then(
        () => true,
        (error: Error) => {
          console.error(`${text}: ${error.message}`)
          return false
        },
      ) ?? false
    )
  }
  const write = async (node: number, text: string): Promise<boolean> => {
    texts.written.add(text)
    const { path: hook, body, headers } = callOf(account, text, [...texts.written].indexOf(text))
    return (await fetch(urlOf(node) + hook, { method: 'POST', body, headers })).ok
  }
  const stored = async (text: string) =>
    (await prover.query(`select 1 from message where content ->> 'text' = $1`, [text])).rowCount ?? 0
  const arrived = async (text: string) =>
    (await simulator.platform.threads('douyin', account.accountId))
      .flatMap(({ messages }) => messages)
      .filter(({ from, content }) => from === 'merchant' && content.text === text).length

  const listWrong = async () => {
    const wrong: string[] = []
    for (const text of [...texts.replies, ...texts.written])
      if ((await stored(text)) !== 1) wrong.push(`${text} is stored ${await stored(text)} times`)
    for (const text of texts.replies)
      if ((await arrived(text)) !== 1) wrong.push(`${text} arrived ${await arrived(text)} times`)
    return wrong
  }

  return {
    prover,
    databaseUrl: postgres.url,
    reply,
    write,
    pidOf: (node: number) => nodes[node]?.pid ?? 0,
    /** Replies are taken and reach the platform, customers' messages are stored. */
    async goesOn(node: number, kind: string) {
      const [said, heard] = [`别处的回复 ${kind}`, `别处的来信 ${kind}`]
      await until(() => reply(node, said))
      await until(() => write(node, heard))
      await until(async () => (await stored(heard)) > 0 && (await arrived(said)) > 0)
    },
    /** A sentence for every message that is not there exactly once. */
    async notOnce(): Promise<string[]> {
      await until(async () => (await listWrong()).length === 0).catch(() => {})
      return listWrong()
    },
  }
}

const callOf = ({ accountId }: BoundAccount, text: string, n: number) =>
  messageCall({ accountId, customer: '_000other', n, text })

/** Stops the node whose transaction is the first to wait for the table, and lets the transaction have it. */
async function stopWithin(place: Place, table: string, begin: () => Promise<boolean>) {
  const gate = new Client({ connectionString: place.databaseUrl })
  await gate.connect()
  await gate.query('begin')
  await gate.query(`select 1 from ${table} for no key update`)
  const begun = begin()
  const node = await until(async () => {
    const { rows } = await place.prover.query<{ node: string }>(
      `select application_name as node from pg_stat_activity
        where wait_event_type = 'Lock' and application_name in ('0', '1') and query like $1 order by query_start limit 1`,
      [`%${table}%`],
    )
    return rows[0]?.node
  })
  process.kill(place.pidOf(Number(node)), 'SIGSTOP')
  await gate.end()
  return { begun, node: Number(node), wake: () => process.kill(place.pidOf(Number(node)), 'SIGCONT') }
}

/** Asks again until the answer is yes. */
async function until<T>(ask: () => Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + GIVEN_UP_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error('it did not happen in time')
    await sleep(20)
  }
}
