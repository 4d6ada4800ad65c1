import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { AI_RACES, type AiRaceNodes, openAiRaceNodes } from '../../testing/races/ai-races.ts'

/** The small version of `npm run prove -- ai`. */
const ROUNDS = 2

let nodes: AiRaceNodes
let takeDown: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase()
  nodes = await openAiRaceNodes(database.url)
  takeDown = async () => {
    await nodes.close()
    await database.drop()
  }
})

afterAll(() => takeDown())

test.each(Object.keys(AI_RACES))(
  'whoever is first at %s, the AI never talks over a person nor answers twice',
  async (name) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const result = await AI_RACES[name]!(nodes)
      expect(result).toEqual({ outcome: result.outcome, broken: [] })
    }
  },
)
