import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { openWorkbench, type Workbench } from '@ruwu/server/testing/open-workbench.ts'
import { Client } from 'pg'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { post, registerAll } from './chat-server.ts'
import { percentile } from './load.ts'

const TIMES = [1, 10, 100]
/** What an operation may cost of what it costs on the least data. */
const MOST = 1.3
const KINDS = ['list', 'count', 'thread', 'search', 'send'] as const
const ROUNDS = 9
/** Of the thousand lists and hundreds of counts every so many: prime, so that every sort and scope is among them. */
const STEP: Partial<Record<Kind, number>> = { list: 23, count: 7 }
const SENDERS = 20

type Kind = (typeof KINDS)[number]
type Place = { times: number; bench: Workbench; tokens: readonly string[] }

/**
 * The growth curve: the same operations on 1, 10 and 100 times the data, in one database each on one server. The cost of an operation
 * must not grow with what is stored. Making the data takes a quarter of an hour; so few as in the small version tell nothing.
 */
export const run: Run = async (report, { isSmall }) => {
  const [customers, messages] = isSmall ? [200, 2_000] : [10_000, 100_000]
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-growth-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const places: Place[] = []
  try {
    for (const times of TIMES) {
      const url = await createDatabase(postgres.adminUrl, `growth_${times}`)
      const bench = await openWorkbench(url, { customers: times * customers, messages: times * messages })
      const tokens = await registerAll(bench.url, namesOf(SENDERS))
      places.push({ times, bench, tokens })
    }
    for (const kind of KINDS) await compare(places, kind, report, isSmall ? undefined : MOST)
  } finally {
    for (const { bench } of places) await bench.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** In turns, so that whatever else the machine does meets all; the first round fills the caches. */
async function compare(places: readonly Place[], kind: Kind, report: Report, most: number | undefined): Promise<void> {
  const rounds = places.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, place] of places.entries()) {
      const ms = await timeOf(place, kind)
      if (round > 0) rounds[index]?.push(ms)
    }
  }
  const middles = rounds.map(middleOf)
  const least = middles[0] ?? 0
  for (const [index, { times }] of places.entries()) {
    const [ms, ratio] = [middles[index] ?? 0, (middles[index] ?? 0) / least]
    const name = `growth.${kind}.${times}x`
    report({ name, value: ms, unit: 'ms', budget: '-', isWithin: true })
    if (index === 0) continue
    const budget = most === undefined ? '-' : `<= ${most}`
    const isWithin = most === undefined || ratio <= most
    report({ name: `${name}.ratio`, value: ratio, unit: 'of 1x', budget, isWithin })
  }
}

const middleOf = (times: readonly number[]) =>
  percentile(
    times.toSorted((one, other) => one - other),
    0.5,
  )

/** Of one operation, on average over those of its kind: filters, places in a thread, words, senders. */
async function timeOf({ bench, tokens }: Place, kind: Kind): Promise<number> {
  const calls = bench.calls.filter((call) => call.kind === kind).filter((_, index) => index % (STEP[kind] ?? 1) === 0)
  const began = performance.now()
  if (kind === 'send') await sendEach(bench.url, tokens)
  else for (const call of calls) await bench.ask(call)
  return (performance.now() - began) / (kind === 'send' ? tokens.length : calls.length)
}

async function sendEach(url: string, tokens: readonly string[]): Promise<void> {
  const names = namesOf(tokens.length)
  for (const [index, token] of tokens.entries()) {
    const attendee = names[(index + 1) % names.length]
    const content = { type: 'text', text: '你好，想问下全屋定制多少钱一平？我家 89 平三房' }
    await post(`${url}/api/chat/send`, token, { attendee, chatId: randomUUID(), content })
  }
}

const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `growth${n}`)

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(adminUrl)
  url.pathname = name
  return url.href
}
