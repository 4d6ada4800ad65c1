import { freshDatabase } from '@ruwu/server/testing/fresh-database.ts'
import { onTestFinished } from 'vitest'
import { Life } from './simulation.ts'
import { Nodes } from './nodes.ts'
import { makePeace } from './quiesce.ts'
import { takeSteps } from './steps.ts'
import { complaintsOf } from './check-invariants.ts'

export const LIVES = 100
/** So many at once: a life mostly waits for its database and its sockets. */
const LANES = 4
const LAST_LINES = 40
/** Of so many lives that went wrong the history is told; the others tell their seed. */
const MOST_TOLD = 3

/** What must have happened somewhere, or it was no test. */
const TROUBLES = ['kill', 'halt', 'cut', 'reload', 'post', 'frame lost', 'answer lost']

export type Wrong = { seed: number; complaints: string[]; history: string[] }

/** To live one life again: `CONVERGENCE_SEED=17`. */
function seedsAfter(first: number): number[] {
  const only = process.env.CONVERGENCE_SEED
  return only ? [Number(only)] : Array.from({ length: LIVES }, (_, index) => first + index)
}

/** Lives through many seeds; answers those at whose end something is wrong, with the last things that happened in them. */
export async function liveThrough(options: { firstSeed: number; nodes: number }): Promise<Wrong[]> {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const wrong: Wrong[] = []
  const seeds = seedsAfter(options.firstSeed)
  const left = seeds.values()
  const spared = new Set(seeds.length > 1 ? TROUBLES : [])
  const lane = async () => {
    const nodes = new Nodes(database.url, options.nodes)
    for (const seed of left) {
      const { complaints, history } = await live(seed, nodes)
      for (const trouble of spared) if (history.some((line) => line.includes(trouble))) spared.delete(trouble)
      const told = wrong.length < MOST_TOLD ? history.slice(-LAST_LINES) : []
      if (complaints.length > 0) wrong.push({ seed, complaints, history: told })
    }
    await nodes.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  if (spared.size > 0) throw new Error(`no life met with: ${[...spared].join()}`)
  return wrong
}

async function live(seed: number, nodes: Nodes): Promise<{ complaints: string[]; history: string[] }> {
  const life = new Life(seed, nodes)
  try {
    await life.begin()
    await takeSteps(life)
    await makePeace(life)
    return { complaints: await complaintsOf(life), history: life.history }
  } catch (error) {
    return { complaints: [String(error)], history: life.history }
  } finally {
    life.end()
  }
}
