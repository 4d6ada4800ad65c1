import { setTimeout as sleep } from 'node:timers/promises'
import { killDatabase } from '@ruwu/e2e/leftover-database.ts'
import { Server } from '@ruwu/e2e/server.ts'
import { freePort } from '@ruwu/testkit'
import type { SimulatedPlatform } from '@ruwu/e2e/simulated-platform.ts'
import { SimulatorProcess } from '@ruwu/e2e/simulator-process.ts'
import type { Report } from '../scripts/lib/figures-runner.ts'
import { seededRandom } from './seeded-random.ts'

/** What is written to a server until it is killed, and what must be there afterwards. */
export type Load = {
  /** Until the server is gone. */
  write(round: number): Promise<unknown>
  /** What the server has acknowledged so far. */
  acknowledged: { size: number }
  check(report: Report, rounds: number): Promise<void>
}

type Kills = { rounds: number; seed: number; killsDatabase: boolean }

/** A load whose writes are all refused has nothing acknowledged, which its check reports. */
const BEGIN_LIMIT_MS = 30_000
const LONGEST_MS = 1_200

/**
 * Kills the whole server at a random moment after it has acknowledged something of every load, again and again; it starts
 * by the same command. Then every load is checked. Answers how long the slowest start took.
 */
export async function killUnder(
  server: Server,
  loads: readonly Load[],
  report: Report,
  { rounds, seed, killsDatabase }: Kills,
): Promise<number> {
  const random = seededRandom(seed)
  let slowestStart = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = loads.map(({ acknowledged }) => acknowledged.size)
    const writing = Promise.all(loads.map((load) => load.write(round)))
    const isWriting = () => loads.every(({ acknowledged }, index) => acknowledged.size > (before[index] ?? 0))
    for (const until = Date.now() + BEGIN_LIMIT_MS; !isWriting() && Date.now() < until;) await sleep(20)
    await sleep(random() * LONGEST_MS)
    await Promise.all([server.kill(), killsDatabase && round % 2 === 1 ? killDatabase(server.dataDir) : undefined])
    await writing
    const started = performance.now()
    await server.run()
    slowestStart = Math.max(slowestStart, performance.now() - started)
  }
  for (const load of loads) await load.check(report, rounds)
  return slowestStart
}

/** A server whose platforms' stand-in is a process of its own, which outlives it. */
export async function besidePlatforms(prove: (server: Server, platform: SimulatedPlatform) => Promise<void>) {
  const port = await freePort()
  const server = await Server.start(SimulatorProcess.serverEnv(port))
  const simulator = await SimulatorProcess.start(port, server.url)
  try {
    await prove(server, simulator.platform)
  } finally {
    await simulator.stop()
    await server.stop()
  }
}
