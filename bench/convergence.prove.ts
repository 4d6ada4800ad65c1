import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runSeeds } from '@ruwu/e2e/convergence/run-seeds.ts'
import { migrate } from '@ruwu/server/migrate'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import type { Run } from '../scripts/lib/figures-runner.ts'

/** The second has a bus between its servers that loses, delays, doubles and reorders messages. */
const KINDS = [
  { name: 'oneNode', nodes: 1, firstSeed: 1 },
  { name: 'twoNodes', nodes: 2, firstSeed: 101 },
]

/**
 * Random simulations: five chat clients send, recall and read while frames, answers and connections are lost and servers
 * are killed. Afterwards all clients hold the same messages in the same order as the database, none lost, none twice.
 */
export const run: Run = async (report, { isSmall }) => {
  const count = isSmall ? 1 : 100
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-convergence-'))
  // Nothing is kept, so nothing is synced: these servers are killed, their database is not.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
  try {
    await migrate(postgres.url)
    for (const { name, nodes, firstSeed } of KINDS) {
      const failed = await runSeeds({ databaseUrl: postgres.url, firstSeed, count, nodes })
      for (const each of failed) console.error(`seed ${each.seed}`, each.violations, each.history)
      const figure = { unit: 'simulations', isWithin: failed.length === 0 }
      report({ name: `convergence.${name}.run`, value: count, budget: count, ...figure })
      report({ name: `convergence.${name}.violated`, value: failed.length, budget: 0, ...figure })
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
