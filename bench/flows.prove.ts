import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { FLOW_TEXTS_SENT, openFlowCrowd } from '@ruwu/server/testing/flow-crowd.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { seededRandom } from './seeded-random.ts'

const SETTLE_MS = 300_000
const NODE = fileURLToPath(new URL('flow-node.ts', import.meta.url))

/**
 * A process that runs flows is killed (SIGKILL) at random moments and started again. Afterwards every customer has got every text of the
 * flow once, in order, and stands where the flow waits.
 */
export const run: Run = async (report, { isSmall }) => {
  const [kills, customers] = isSmall ? [2, 30] : [20, 1_000]
  const random = seededRandom(20_261_117)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-flows-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  let child: ChildProcess | undefined
  try {
    const crowd = await openFlowCrowd(postgres.adminUrl, customers)
    const isDone = async () => (await crowd.readRuns()).every(({ node }) => node === 'menu')
    let killed = 0
    for (; killed < kills; killed += 1) {
      child = await startProcess(postgres.adminUrl)
      await sleep(100 + random() * (isSmall ? 200 : 1_500))
      await kill(child)
    }
    const inTheMiddle = (await crowd.readRuns()).filter(({ node }) => node !== 'menu').length
    child = await startProcess(postgres.adminUrl)
    for (const until = Date.now() + SETTLE_MS; Date.now() < until && !(await isDone());) await sleep(500)
    await kill(child)

    const expected = [...FLOW_TEXTS_SENT, '请选择\n1. 报价'].join('|')
    const runs = await crowd.readRuns()
    const wrong = runs.filter(({ texts }) => (texts ?? []).join('|') !== expected)
    const stuck = runs.filter(({ node, outcome }) => node !== 'menu' || outcome !== null)
    for (const each of wrong.slice(0, 3)) console.error(each)
    await crowd.close()
    report({ name: 'flows.kills', value: killed, unit: 'kills', budget: kills, isWithin: killed === kills })
    report({ name: 'flows.running_after_kills', value: inTheMiddle, unit: 'customers', budget: '-', isWithin: true })
    report({ name: 'flows.not_once', value: wrong.length, unit: 'customers', budget: 0, isWithin: wrong.length === 0 })
    report({ name: 'flows.stuck', value: stuck.length, unit: 'customers', budget: 0, isWithin: stuck.length === 0 })
  } finally {
    child?.kill('SIGKILL')
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startProcess(databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...process.execArgv, NODE, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
