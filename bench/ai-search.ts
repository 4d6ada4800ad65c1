import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { measureSearch } from '@ruwu/server/testing/search-speed.ts'
import type { Report, RunOptions } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

const SEARCH_MS = 20
const ANSWER_MS = 100
const SMALL = 1_000

/** In an account that knows as much as it may: how long it takes to find something, and to answer with it. */
export async function reportSearch(report: Report, { isSmall }: RunOptions): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-ai-search-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const { searches, answers, scans } = await measureSearch(postgres.url, isSmall ? SMALL : undefined)
    reportTimes(report, 'ai.search', searches, SEARCH_MS)
    reportTimes(report, 'ai.answer', answers, ANSWER_MS)
    report({ name: 'ai.search.sequential_scans', value: scans, unit: 'plans', budget: 0, isWithin: scans === 0 })
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

function reportTimes(report: Report, name: string, times: readonly number[], budget: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const p95 = percentile(sorted, 0.95)
  report({ name: `${name}.p95`, value: p95, unit: 'ms', budget: `<= ${budget}`, isWithin: p95 <= budget })
  report({ name: `${name}.p50`, value: percentile(sorted, 0.5), unit: 'ms', budget: '-', isWithin: true })
}
