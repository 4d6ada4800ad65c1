import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SessionPageBody, statisticsApi } from '@ruwu/contract'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { openStatisticsData, SESSIONS_A_DAY, type StatisticsData } from '@ruwu/server/testing/statistics-data.ts'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'
import { measureTabPainting } from './tab-painting.ts'

const CONSOLE_DIR = fileURLToPath(new URL('../apps/console/dist', import.meta.url))
const BUDGET_MS = 200
const GROWN_RATIO = 1.3
const EXPORT_SECONDS = 60
const EXPORT_MB = 300
const INBOUND_PERCENT = 10

const TABS = ['overview', 'reception', 'ai', 'agent', 'channel', 'tag', 'heatmap', 'sessionPage', 'leadPage'] as const
/** The 30 days, and the 30 before that they are compared with. */
const DAYS = 60
const EXPORTED_DAYS = 59
/** The 30 days have this many times as many conversations, or as many as can be loaded in this time. */
const GROWN = 10
const LOADING_MS = 10 * 60_000
const SMALL_SHARE = 0.1

/** Every tab of /bi over 30 days with a million messages, also in a browser, and with ten; the largest export; what the rollups cost incoming messages. */
export const run: Run = async (report, { isSmall }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-statistics-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const data = await openStatisticsData(postgres.adminUrl, CONSOLE_DIR)
    try {
      await measureAll(data, report, isSmall)
    } finally {
      await data.close()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureAll(data: StatisticsData, report: Report, isSmall: boolean): Promise<void> {
  const share = isSmall ? SMALL_SHARE : 1
  await load(report, 'million', () => data.addDays(0, 30, share))
  await load(report, 'compared_days', () => data.addDays(30, DAYS, share))
  await rollUp(data, report, 'million')
  await measureTabs(data, report, { name: 'million', times: isSmall ? 3 : 20, budget: BUDGET_MS })
  await measureTabPainting(data, report, isSmall ? 2 : 10)
  await measureExport(data, report, Math.floor(SESSIONS_A_DAY * share * EXPORTED_DAYS))
  await measureInbound(data, report, isSmall ? { rounds: 3, messages: 200 } : { rounds: 12, messages: 1_000 })
  if (isSmall) return
  const until = performance.now() + LOADING_MS
  let times = 1
  for (let longest = 0; times < GROWN && performance.now() + longest < until; times += 1)
    longest = Math.max(longest, await load(report, `million_${times + 1}`, () => data.addDays(0, 30)))
  const unit = 'times as many in the 30 days'
  report({ name: 'statistics.grown', value: times, unit, budget: GROWN, isWithin: times === GROWN })
  await rollUp(data, report, 'grown')
  await measureTabs(data, report, { name: 'grown', times: 20, budget: BUDGET_MS * GROWN_RATIO })
}

/** Seconds are told, and answered as milliseconds. */
async function load(report: Report, name: string, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  report({ name: `statistics.${name}.loaded`, value: Math.round(ms / 1000), unit: 's', budget: '-', isWithin: true })
  return ms
}

async function rollUp({ settle }: StatisticsData, report: Report, name: string): Promise<void> {
  const start = performance.now()
  await settle()
  const value = Math.round((performance.now() - start) / 1000)
  report({ name: `statistics.${name}.rolled_up`, value, unit: 's', budget: '-', isWithin: true })
}

type Measuring = { name: string; times: number; budget: number }

async function measureTabs(data: StatisticsData, report: Report, { name, times, budget }: Measuring): Promise<void> {
  const { zhao, reader, tagIds, fewTagId } = data
  const body = { range: 'recent30Days' as const }
  const ways = {
    all: { person: zhao, body },
    own: { person: reader, body },
    tag: { person: zhao, body: { ...body, tagIds: tagIds.slice(0, 1) } },
    few: { person: zhao, body: { ...body, tagIds: [fewTagId] } },
    working_hours: { person: zhao, body: { ...body, workingHoursOnly: true } },
  }
  for (const tab of TABS)
    for (const [way, { person, body: asked }] of Object.entries(ways)) {
      const spent: number[] = []
      // The first two warm the caches.
      for (let n = 0; n < times + 2; n += 1) {
        const start = performance.now()
        await person.call(statisticsApi[tab], { body: asked })
        if (n >= 2) spent.push(performance.now() - start)
      }
      const p95 = percentile(
        spent.toSorted((a, b) => a - b),
        0.95,
      )
      report({
        name: `statistics.${name}.${tab}.${way}.p95`,
        value: Math.round(p95),
        unit: 'ms',
        budget,
        isWithin: p95 <= budget,
      })
    }
}

const sumOf = (times: readonly number[]) => times.reduce((sum, each) => sum + each, 0)

/**
 * Incoming messages with the marks and the worker of the rollups, and without. Each is compared with the one beside it, now before and now
 * after it: the machine's other work meets both.
 */
async function measureInbound(
  { receive, setMarks, rollups, settle }: StatisticsData,
  report: Report,
  { rounds, messages }: { rounds: number; messages: number },
): Promise<void> {
  await receive(0, messages)
  const marked: number[] = []
  const bare: number[] = []
  let from = messages
  const measure = async (isOn: boolean) => {
    await setMarks(isOn)
    // As often as the server's loop asks; it rests by itself.
    let rolling: Promise<unknown> = Promise.resolve()
    const worker = isOn ? setInterval(() => void (rolling = rollups.run()), 500) : undefined
    const start = performance.now()
    await receive(from, messages)
    from += messages
    clearInterval(worker)
    await rolling
    return performance.now() - start
  }
  for (let n = 0; n < rounds; n += 1) {
    const isFirst = n % 2 === 0
    const [one, other] = [await measure(isFirst), await measure(!isFirst)]
    const [on, off] = isFirst ? [one, other] : [other, one]
    marked.push(on)
    bare.push(off)
  }
  await setMarks(true)
  await settle()
  // Sums: the worker is at work in some of the rounds only.
  const value = (sumOf(marked) / sumOf(bare) - 1) * 100
  report({
    name: 'statistics.inbound.rate',
    value: Math.round(((rounds * messages) / sumOf(marked)) * 1000),
    unit: 'messages/s',
    budget: '-',
    isWithin: true,
  })
  report({
    name: 'statistics.inbound.cost',
    value,
    unit: '%',
    budget: INBOUND_PERCENT,
    isWithin: value <= INBOUND_PERCENT,
  })
}

async function measureExport({ exportSessions }: StatisticsData, report: Report, expected: number): Promise<void> {
  // 59 full days before today: as near to the largest export as whole days come.
  const work = await exportSessions(SessionPageBody.parse({ range: 'custom', from: '2026-05-10', to: '2026-07-07' }))
  const before = process.memoryUsage.rss()
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss() - before)), 20)
  const start = performance.now()
  const rows = await work()
  const seconds = (performance.now() - start) / 1000
  clearInterval(watch)
  const megabytes = peak / 2 ** 20
  report({
    name: 'statistics.export.rows',
    value: rows,
    unit: 'rows',
    budget: expected,
    isWithin: rows > expected * 0.99,
  })
  report({
    name: 'statistics.export.time',
    value: seconds,
    unit: 's',
    budget: EXPORT_SECONDS,
    isWithin: seconds <= EXPORT_SECONDS,
  })
  report({
    name: 'statistics.export.memory',
    value: megabytes,
    unit: 'MB',
    budget: EXPORT_MB,
    isWithin: megabytes <= EXPORT_MB,
  })
}
