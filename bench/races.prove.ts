import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { openRacePlace } from '@ruwu/server/testing/races/race-place.ts'
import { RACES } from '@ruwu/server/testing/races/races.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'

/**
 * People, the AI, the queue and the clock reach for the same customer at once, on two nodes. Whoever is first, the database, what was
 * told and what each was answered agree afterwards.
 */
export const run: Run = async (report, { isSmall }) => {
  const rounds = isSmall ? 10 : 100
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-races-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const place = await openRacePlace(postgres.url)
    for (const [name, race] of Object.entries(RACES)) {
      const outcomes = new Map<string, number>()
      const broken: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const result = await race(place)
        outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1)
        broken.push(...result.broken)
      }
      for (const sentence of new Set(broken)) console.error(`${name}: ${sentence}`)
      const shown = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ')
      report({ name: `races.${name}.outcomes`, value: shown, unit: 'rounds', budget: rounds, isWithin: true })
      report({
        name: `races.${name}.broken`,
        value: broken.length,
        unit: 'promises',
        budget: 0,
        isWithin: broken.length === 0,
      })
    }
    await place.close()
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
