import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@ruwu/server/postgres'
import { AI_RACES, openAiRacePlace } from '@ruwu/server/testing/races/ai-races.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'

const ROUNDS = 504
const SMALL_ROUNDS = 18

/**
 * The AI finishes its answer while a person sends, switches or archives, the customer writes again, points end or the account is
 * switched, on two nodes. It never speaks after a person it did not know of, and never answers the same words twice.
 */
export const run: Run = async (report, { isSmall }) => {
  const rounds = (isSmall ? SMALL_ROUNDS : ROUNDS) / Object.keys(AI_RACES).length
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-ai-races-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const place = await openAiRacePlace(postgres.url)
    for (const [name, race] of Object.entries(AI_RACES)) {
      const outcomes = new Map<string, number>()
      const broken: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const result = await race(place)
        outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1)
        broken.push(...result.broken)
      }
      for (const sentence of new Set(broken)) console.error(`${name}: ${sentence}`)
      const shown = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ')
      report({ name: `ai.${name}.outcomes`, value: shown, unit: 'rounds', budget: rounds, isWithin: true })
      report({
        name: `ai.${name}.broken`,
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
