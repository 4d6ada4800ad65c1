import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { openRaceNodes, type RaceNodes } from '../testing/races/race-nodes.ts'
import { RACES } from '../testing/races/races.ts'

/** The small version of `npm run prove -- races`. */
const ROUNDS = 2

let nodes: RaceNodes
let takeDown: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase()
  nodes = await openRaceNodes(database.url)
  takeDown = async () => {
    await nodes.close()
    await database.drop()
  }
})

afterAll(() => takeDown())

test.each(Object.keys(RACES))('whoever is first at %s, everything agrees in the end', async (name) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await RACES[name]!(nodes)
    expect(result).toEqual({ outcome: result.outcome, broken: [] })
  }
})
