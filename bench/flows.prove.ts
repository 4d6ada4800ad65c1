import { setTimeout as sleep } from 'node:timers/promises'
import { FLOW_TEXTS_SENT, openFlowCrowd } from '@ruwu/server/testing/flow-crowd.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { besideKilled } from './killed-process.ts'
import { seededRandom } from './seeded-random.ts'

const SETTLE_MS = 300_000

/**
 * A process that runs flows is killed (SIGKILL) at random moments and started again; each kill must hit flows that are under way.
 * Afterwards every customer has got every text of the flow once, in order and in the outbox, and stands where the flow waits.
 */
export const run: Run = async (report, { isSmall }) => {
  const [kills, customers] = isSmall ? [1, 40] : [20, 1_000]
  const random = seededRandom(20_261_117)
  await besideKilled('flows', async (databaseUrl, start) => {
    const crowd = await openFlowCrowd(databaseUrl, customers)
    const isDone = async () => (await crowd.readRuns()).every(({ node, phase }) => node === 'menu' && phase === 'wait')
    let hits = 0
    for (let killed = 0; killed < kills; killed += 1) {
      const kill = await start()
      await sleep(50 + random() * (isSmall ? 100 : 600))
      await kill()
      if (!(await isDone())) hits += 1
    }
    const kill = await start()
    for (const until = Date.now() + SETTLE_MS; Date.now() < until && !(await isDone());) await sleep(500)
    await kill()

    const expected = [...FLOW_TEXTS_SENT, '请选择'].join('|')
    const runs = await crowd.readRuns()
    const wrong = runs.filter(({ texts, queued }) => texts?.join('|') !== expected || queued !== texts.length)
    const stuck = runs.filter(({ node, outcome }) => node !== 'menu' || outcome !== null)
    for (const each of wrong.slice(0, 3)) console.error(each)
    await crowd.close()
    report({ name: 'flows.kills_at_work', value: hits, unit: 'kills', budget: kills, isWithin: hits === kills })
    report({ name: 'flows.not_once', value: wrong.length, unit: 'customers', budget: 0, isWithin: wrong.length === 0 })
    report({ name: 'flows.stuck', value: stuck.length, unit: 'customers', budget: 0, isWithin: stuck.length === 0 })
  })
}
