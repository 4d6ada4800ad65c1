import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { measureSearch } from '@ruwu/server/testing/search-speed.ts'
import { measureVectors } from '@ruwu/server/testing/vector-speed.ts'
import type { Report, RunOptions } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

/** Parts of the hundred milliseconds of an answer. */
const SEARCH_MS = 40
const ANSWER_MS = 100
/** Among 10,000 vectors of 1,024 numbers. */
const VECTORS_MS = 25
const VECTORS_FIRST_MS = 1_000
const MEGABYTE = 1024 * 1024
const VECTORS_MB = 32
const SMALL = 1_000

/** In an account that knows as much as it may: how long it takes to find something, and to answer with it. */
export async function reportSearch(report: Report, { isSmall }: RunOptions): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-ai-search-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const { searches, answers, scans } = await measureSearch(postgres.adminUrl, isSmall ? SMALL : undefined)
    reportTimes(report, 'ai.search', searches, SEARCH_MS)
    reportTimes(report, 'ai.answer', answers, ANSWER_MS)
    report({ name: 'ai.search.sequential_scans', value: scans, unit: 'plans', budget: 0, isWithin: scans === 0 })
    const { looks, firstRead, bytes } = await measureVectors(postgres.adminUrl, isSmall ? SMALL : undefined)
    reportTimes(report, 'ai.vectors', looks, VECTORS_MS)
    reportOne(report, 'ai.vectors.first_read', firstRead, 'ms', VECTORS_FIRST_MS)
    reportOne(report, 'ai.vectors.memory', bytes / MEGABYTE, 'MB', VECTORS_MB)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const reportOne = (report: Report, name: string, value: number, unit: string, budget: number): void =>
  report({ name, value, unit, budget: `<= ${budget}`, isWithin: value <= budget })

function reportTimes(report: Report, name: string, times: readonly number[], budget: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const p95 = percentile(sorted, 0.95)
  report({ name: `${name}.p95`, value: p95, unit: 'ms', budget: `<= ${budget}`, isWithin: p95 <= budget })
  report({ name: `${name}.p50`, value: percentile(sorted, 0.5), unit: 'ms', budget: '-', isWithin: true })
}
