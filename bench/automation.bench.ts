import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { openFlowCrowd, type Processed } from '@ruwu/server/testing/flow-crowd.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

const BUDGET_MS = 20
const WARM_UP = 50

/** A customer’s message while many others wait in flows and many rules look at it: storing it, the flow’s steps and the rules’ actions that follow. */
export const run: Run = async (report, { isSmall }) => {
  const [waiting, messages] = isSmall ? [200, 20] : [10_000, 400]
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-automation-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const crowd = await openFlowCrowd(postgres.adminUrl, waiting, { isWaiting: true, hasRules: true })
    const times: Processed[] = []
    for (let no = 1; no <= WARM_UP + messages; no += 1) {
      const taken = await crowd.writeOne(no)
      if (no > WARM_UP) times.push(taken)
    }
    const done = await crowd.countDone()
    await crowd.close()
    if (done !== WARM_UP + messages) throw new Error(`${done} messages were processed`)
    const parts: [name: string, part: (each: Processed) => number][] = [
      ['stored', ({ stored }) => stored],
      ['answered', ({ answered }) => answered],
      ['ruled', ({ ruled }) => ruled],
    ]
    for (const [name, part] of parts) {
      const p95 = percentile(
        times.map(part).toSorted((a, b) => a - b),
        0.95,
      )
      const budget = isSmall ? '-' : `<= ${BUDGET_MS}`
      report({
        name: `automation.message_${name}_p95`,
        value: p95,
        unit: 'ms',
        budget,
        isWithin: isSmall || p95 <= BUDGET_MS,
      })
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
