import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { plansOf } from '@ruwu/server/testing/plans.ts'
import { openWorkbench, type Workbench } from '@ruwu/server/testing/open-workbench.ts'
import type { WorkbenchCall } from '@ruwu/server/testing/workbench-calls.ts'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

const BUDGET_MS: Record<WorkbenchCall['kind'], number> = { list: 20, count: 30, thread: 10, search: 50, lead: 50 }
const TIMES = { list: 3, count: 5, thread: 50, search: 10, lead: 10 }
const LEADS = 100_000
const SLOWEST_SHOWN = 5
const SCAN = /Seq Scan on (customer(_(seat|tag|name|no|set|message))?|message(_search)?|lead)\s/

/**
 * Everything the workbench is asked for, on as many customers and messages as it is made for. Making them takes a quarter of an hour: the
 * folder WORKBENCH_DATA, where one is named, keeps them for the next time.
 */
export const run: Run = async (report, { isSmall }) => {
  const size = isSmall
    ? { customers: 50_000, messages: 500_000, leads: LEADS }
    : { customers: 1_000_000, messages: 10_000_000, leads: LEADS }
  const kept = process.env.WORKBENCH_DATA
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'ruwu-workbench-')))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const bench = await openWorkbench(postgres.adminUrl, size)
    await checkLeads(bench, report)
    for (const kind of ['list', 'count', 'thread', 'search', 'lead'] as const) await measure(bench, kind, report)
    await checkPlans(bench, report)
    await bench.close()
  } finally {
    await postgres.stop()
    if (!kept) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** One call after the other, in several rounds; the first does not count. */
async function measure({ calls, ask }: Workbench, kind: WorkbenchCall['kind'], report: Report): Promise<void> {
  const times: { name: string; ms: number }[] = []
  for (let round = 0; round <= TIMES[kind]; round += 1) {
    for (const call of calls.filter((each) => each.kind === kind)) {
      const began = performance.now()
      await ask(call)
      if (round > 0) times.push({ name: call.name, ms: performance.now() - began })
    }
  }
  const sorted = times.toSorted((a, b) => a.ms - b.ms)
  const ms = sorted.map((each) => each.ms)
  const p95 = percentile(ms, 0.95)
  const budget = BUDGET_MS[kind]
  report({ name: `workbench.${kind}.p95`, value: p95, unit: 'ms', budget: `<= ${budget}`, isWithin: p95 <= budget })
  report({ name: `workbench.${kind}.p50`, value: percentile(ms, 0.5), unit: 'ms', budget: '-', isWithin: true })
  for (const { name, ms: slow } of sorted.slice(-SLOWEST_SHOWN))
    console.error(`${kind}: ${name} took ${slow.toFixed(1)} ms`)
}

/** A kept folder of an earlier version has no leads. */
async function checkLeads({ db }: Workbench, report: Report): Promise<void> {
  const { rows } = await db.pool.query<{ leads: number }>('select count(*)::int as leads from lead')
  const leads = rows[0]?.leads ?? 0
  report({ name: 'workbench.leads', value: leads, unit: 'rows', budget: `>= ${LEADS}`, isWithin: leads >= LEADS })
}

async function checkPlans({ calls, ask, db }: Workbench, report: Report): Promise<void> {
  let scans = 0
  for (const call of calls) {
    const plans = await plansOf(db, () => ask(call))
    scans += plans.filter((plan) => SCAN.test(plan)).length
  }
  report({ name: 'workbench.sequential_scans', value: scans, unit: 'plans', budget: 0, isWithin: scans === 0 })
}
