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
/** From so many on statements have names and their plans are kept, as in a node that runs. */
const WARM_UP = 30

const WEEK = { from: '2026-05-03T16:00:00.000Z', to: '2026-05-10T16:00:00.000Z' }

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
      await compareCharge(data, report)
    } finally {
      await data.close()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureAll({ zhao, accounts }: PointsData, rows: number, report: Report): Promise<void> {
  const bills = (body: object) => () => zhao.call(pointsApi.pageBills, { body })
  const calls: Record<string, () => Promise<unknown>> = {
    'bills.first': bills({}),
    'bills.middle': bills({ page: Math.floor(rows / 40) }),
    'bills.last': bills({ page: Math.floor(rows / 20) }),
    'bills.account': bills({ subSourceId: accounts[3]?.id, item: 'image' }),
    'bills.rare': bills({ type: 'recharge' }),
    'bills.sorted': bills({ sort: { field: 'delta', order: 'desc' } }),
    'bills.sorted_middle': bills({ sort: { field: 'delta', order: 'desc' }, page: Math.floor(rows / 40) }),
    'bills.sorted_week': bills({ ...WEEK, sort: { field: 'delta', order: 'desc' }, page: Math.floor(rows / 2000) }),
    'bills.sorted_account': bills({
      subSourceId: accounts[3]?.id,
      sort: { field: 'delta', order: 'asc' },
      page: 5_000,
    }),
    'bills.sorted_last': bills({ sort: { field: 'delta', order: 'asc' }, page: Math.floor(rows / 20) }),
    'bills.sorted_rare': bills({ type: 'recharge', sort: { field: 'delta', order: 'asc' } }),
    'bills.daily': bills({ daily: true }),
    'timeline.item': () => zhao.call(pointsApi.timeline, { body: { range: 'recent30Days' } }),
    'timeline.account': () =>
      zhao.call(pointsApi.timeline, {
        body: { range: 'custom', from: '2026-01-08', to: '2026-07-07', granularity: 'week', groupBy: 'account' },
      }),
    'timeline.hours': () =>
      zhao.call(pointsApi.timeline, {
        body: { range: 'custom', from: '2026-07-05', to: '2026-07-06', granularity: 'hour' },
      }),
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

const SHARE = 0.05

const round = (value: number) => Math.round(value * 100) / 100

const medianOf = (times: readonly number[]) =>
  percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  )

/** What charging adds to an answer, with the whole ledger behind it; both by their medians in the same run. */
async function compareCharge({ charge, answer }: PointsData, report: Report): Promise<void> {
  const times: Record<'charge' | 'answer', number[]> = { charge: [], answer: [] }
  for (let n = 0; n < WARM_UP; n += 1) await charge()
  for (let n = 0; n < TIMES + WARM_UP; n += 1) {
    const [charged, answered] = [await charge(), await answer()]
    if (n < WARM_UP) continue
    times.charge.push(charged)
    times.answer.push(answered)
  }
  const [charged, answered] = [medianOf(times.charge), medianOf(times.answer)]
  const share = charged / answered
  report({ name: 'points.charge', value: round(charged), unit: 'ms', budget: '-', isWithin: true })
  report({ name: 'points.answer', value: round(answered), unit: 'ms', budget: '-', isWithin: true })
  const unit = 'of an answer'
  report({ name: 'points.charge.share', value: round(share), unit, budget: `<= ${SHARE}`, isWithin: share <= SHARE })
}
