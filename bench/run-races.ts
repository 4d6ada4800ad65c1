import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import type { Report } from '../scripts/lib/figures-runner.ts'

/** The outcome of one round, and a sentence for every invariant it violated. */
type Round = { outcome: string; broken: readonly string[] }

type Races<Nodes> = {
  /** What the figures are called. */
  name: string
  races: Record<string, (nodes: Nodes) => Promise<Round>>
  /** Of each race. */
  rounds: number
  open: (databaseUrl: string) => Promise<Nodes>
}

/** Runs races one after the other on a database of their own. */
export async function runRaces<Nodes extends { close(): Promise<unknown> }>(
  report: Report,
  { name: noun, races, rounds, open }: Races<Nodes>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `ruwu-${noun}-`))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const nodes = await open(postgres.url)
    for (const [name, race] of Object.entries(races)) {
      const outcomes = new Map<string, number>()
      const broken: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const result = await race(nodes)
        outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1)
        broken.push(...result.broken)
      }
      for (const sentence of new Set(broken)) console.error(`${name}: ${sentence}`)
      const shown = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ')
      report({ name: `${noun}.${name}.outcomes`, value: shown, unit: 'rounds', budget: rounds, isWithin: true })
      report({
        name: `${noun}.${name}.broken`,
        value: broken.length,
        unit: 'promises',
        budget: 0,
        isWithin: broken.length === 0,
      })
    }
    await nodes.close()
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
