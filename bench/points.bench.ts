import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pointsApi } from '@ruwu/contract'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { openPointsData, type PointsData } from '@ruwu/server/testing/points-data.ts'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

const ROWS = 10_000_000
const SMALL_ROWS = 200_000
const BUDGET_MS = 50
const TIMES = 20

/** Bills and trend of an enterprise with ten million movements of points in a year. */
export const run: Run = async (report, { isSmall }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-points-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const data = await openPointsData(postgres.adminUrl)
    try {
      const began = performance.now()
      const rows = isSmall ? SMALL_ROWS : ROWS
      await data.fill(rows)
      const value = Math.round((performance.now() - began) / 1000)
      report({ name: 'points.filled', value, unit: `s for ${rows} rows`, budget: '-', isWithin: true })
      await measureAll(data, rows, report)
    } finally {
      await data.close()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureAll({ zhao, accounts, charge }: PointsData, rows: number, report: Report): Promise<void> {
  const bills = (body: object) => () => zhao.call(pointsApi.pageBills, { body })
  const calls: Record<string, () => Promise<unknown>> = {
    'bills.first': bills({}),
    'bills.middle': bills({ page: Math.floor(rows / 40) }),
    'bills.last': bills({ page: Math.floor(rows / 20) }),
    'bills.account': bills({ subSourceId: accounts[3]?.id, item: 'image' }),
    'bills.rare': bills({ type: 'recharge' }),
    'bills.daily': bills({ daily: true }),
    'timeline.item': () => zhao.call(pointsApi.timeline, { body: { range: 'recent30Days' } }),
    'timeline.account': () =>
      zhao.call(pointsApi.timeline, {
        body: { range: 'custom', from: '2026-01-08', to: '2026-07-07', granularity: 'week', groupBy: 'account' },
      }),
    charge,
  }
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = []
    for (let n = 0; n < TIMES + 2; n += 1) {
      const start = performance.now()
      await call()
      // The first two warm the caches.
      if (n >= 2) times.push(performance.now() - start)
    }
    const p95 = percentile(
      times.toSorted((a, b) => a - b),
      0.95,
    )
    report({
      name: `points.${name}.p95`,
      value: Math.round(p95),
      unit: 'ms',
      budget: BUDGET_MS,
      isWithin: p95 <= BUDGET_MS,
    })
  }
}
