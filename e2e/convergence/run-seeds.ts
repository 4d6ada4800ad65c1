import { findViolations } from './check-invariants.ts'
import { Nodes } from './nodes.ts'
import { quiesce } from './quiesce.ts'
import { Simulation } from './simulation.ts'
import { takeSteps } from './steps.ts'

/** Simulations at once: one mostly waits for its database and its sockets. */
const LANES = 4
const LAST_LINES = 40
/** How many failed seeds report their history; the others report their number alone. */
const MOST_HISTORIES = 3

/** Faults that must have occurred in at least one simulation, or the run proves nothing. */
const FAULTS = ['kill', 'halt', 'cut', 'reload', 'post', 'frame lost', 'answer lost']

export type FailedSeed = { seed: number; violations: string[]; history: string[] }

export type SeedOptions = { databaseUrl: string; firstSeed: number; count: number; nodes: number }

/** Fewer may by chance be without one of the faults. */
const SEEDS_WITH_ALL_FAULTS = 10

/**
 * Runs one simulation per seed on a migrated database. Answers the seeds after which an invariant is violated, with the
 * last steps taken. `CONVERGENCE_SEED=17` runs that seed alone.
 */
export async function runSeeds({ databaseUrl, firstSeed, count, nodes }: SeedOptions): Promise<FailedSeed[]> {
  const only = process.env.CONVERGENCE_SEED
  const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, index) => firstSeed + index)
  const failed: FailedSeed[] = []
  const left = seeds.values()
  const missing = new Set(seeds.length >= SEEDS_WITH_ALL_FAULTS ? FAULTS : [])
  const lane = async () => {
    const servers = new Nodes(databaseUrl, nodes)
    for (const seed of left) {
      const { violations, history } = await simulate(seed, servers)
      for (const fault of missing) if (history.some((line) => line.includes(fault))) missing.delete(fault)
      const last = failed.length < MOST_HISTORIES ? history.slice(-LAST_LINES) : []
      if (violations.length > 0) failed.push({ seed, violations, history: last })
    }
    await servers.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  if (missing.size > 0) throw new Error(`no simulation had: ${[...missing].join()}`)
  return failed
}

async function simulate(seed: number, nodes: Nodes): Promise<{ violations: string[]; history: string[] }> {
  const simulation = new Simulation(seed, nodes)
  try {
    await simulation.begin()
    await takeSteps(simulation)
    await quiesce(simulation)
    return { violations: await findViolations(simulation), history: simulation.history }
  } catch (error) {
    return { violations: [String(error)], history: simulation.history }
  } finally {
    simulation.end()
  }
}
