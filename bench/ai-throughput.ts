import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { measureAnswers } from '@ruwu/server/testing/ai-throughput.ts'
import type { Report, RunOptions } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

const PER_MINUTE = 200
const MINUTES = 2
const BUDGET_MS = 500
const MOST_GROWTH = 1.5

/** Customers write to one node, minute after minute: their answers are there on time, and the last as soon as the first. */
export async function reportThroughput(report: Report, { isSmall }: RunOptions): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-ai-answers-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const customers = isSmall ? PER_MINUTE / 4 : PER_MINUTE * MINUTES
    const delays = await measureAnswers(postgres.adminUrl, { customers, perMinute: PER_MINUTE, log: console.error })
    const third = Math.floor(delays.length / 3)
    const [first, last] = [p95(delays.slice(0, third)), p95(delays.slice(-third))]
    const answered = delays.length
    report({
      name: 'ai.throughput.answered',
      value: answered,
      unit: 'customers',
      budget: customers,
      isWithin: answered === customers,
    })
    report({
      name: 'ai.throughput.first.p95',
      value: first,
      unit: 'ms',
      budget: `<= ${BUDGET_MS}`,
      isWithin: first <= BUDGET_MS,
    })
    report({
      name: 'ai.throughput.last.p95',
      value: last,
      unit: 'ms',
      budget: `<= ${BUDGET_MS}`,
      isWithin: last <= BUDGET_MS,
    })
    const growth = last / first
    report({
      name: 'ai.throughput.growth',
      value: growth,
      unit: 'times',
      budget: `<= ${MOST_GROWTH}`,
      isWithin: growth <= MOST_GROWTH,
    })
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const p95 = (ms: readonly number[]) =>
  percentile(
    ms.toSorted((a, b) => a - b),
    0.95,
  )
