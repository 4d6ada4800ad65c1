import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { statisticsApi } from '@ruwu/contract'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { openStatisticsData, SESSIONS_A_DAY, type StatisticsData } from '@ruwu/server/testing/statistics-data.ts'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

const BUDGET_MS = 200
const GROWN_RATIO = 1.3
const TIMES = 20
const TABS = ['overview', 'reception', 'ai', 'agent', 'channel', 'tag', 'heatmap'] as const

/** Each tab of /bi over 30 days with a million messages, and over the same days when the history is five times as long. */
export const run: Run = async (report, { isSmall }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-statistics-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const data = await openStatisticsData(postgres.adminUrl)
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
  // The days before are those that the 30 days are compared with.
  await fill(data, report, 0, 60)
  const first = await measure(data, report, 'million')
  if (isSmall) return
  await fill(data, report, 60, 300)
  const grown = await measure(data, report, 'grown')
  for (const tab of TABS) {
    const value = grown[tab] / first[tab]
    report({ name: `statistics.${tab}.grown`, value, unit: 'x', budget: GROWN_RATIO, isWithin: value <= GROWN_RATIO })
  }
}

/** In parts, so that no statement is too long. */
async function fill(data: StatisticsData, report: Report, end: number, first: number): Promise<void> {
  const began = performance.now()
  for (let day = end; day < first; day += 30) await data.addDays(day, day + 30)
  const value = Math.round((performance.now() - began) / 1000)
  const unit = `s for ${(first - end) * SESSIONS_A_DAY} sessions`
  report({ name: 'statistics.filled', value, unit, budget: '-', isWithin: true })
}

async function measure({ zhao }: StatisticsData, report: Report, name: string) {
  const medians = {} as Record<(typeof TABS)[number], number>
  for (const tab of TABS) {
    const times: number[] = []
    for (let n = 0; n < TIMES + 2; n += 1) {
      const start = performance.now()
      await zhao.call(statisticsApi[tab], { body: { range: 'recent30Days' } })
      // The first two warm the caches.
      if (n >= 2) times.push(performance.now() - start)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const p95 = percentile(sorted, 0.95)
    medians[tab] = percentile(sorted, 0.5)
    const isWithin = p95 <= BUDGET_MS
    report({ name: `statistics.${tab}.${name}.p95`, value: Math.round(p95), unit: 'ms', budget: BUDGET_MS, isWithin })
  }
  return medians
}
