import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { openRacePlace, type RacePlace } from '../testing/races/race-place.ts'
import { RACES } from '../testing/races/races.ts'

/** The proof runs each a hundred times. */
const ROUNDS = 5

let place: RacePlace
let takeDown: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase()
  place = await openRacePlace(database.url)
  takeDown = async () => {
    await place.close()
    await database.drop()
  }
})

afterAll(() => takeDown())

test.each(Object.keys(RACES))('whoever is first at %s, everything agrees in the end', async (name) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await RACES[name]!(place)
    expect(result).toEqual({ outcome: result.outcome, broken: [] })
  }
})
