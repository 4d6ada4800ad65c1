import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import { readSnapshotFile, writeSnapshotFile } from './control/snapshot.ts'
import { Machine } from './machine.ts'
import { type Options, StartRefusedError, withDefaults } from './options.ts'
import type { Simulator } from './simulator.ts'
import type { World } from './world/world.ts'

type RunningSimulator = {
  url: string
  machine: Machine
  sim: Simulator
  world: World
  close(): Promise<void>
}

/** Binds to loopback only: it has no authentication. */
const HOST = '127.0.0.1'
/** Changes that follow closely are written together, */
const SAVE_AFTER_MS = 1_000
/** and however large the world has grown, writing it takes no more than this share of the time. */
const SAVE_SHARE = 0.05

/** Starts a simulator in this process. Without options it is the demo's, on its usual port. */
export async function startSimulator(given: Partial<Options> = {}): Promise<RunningSimulator> {
  const options = withDefaults(given)
  const machine = new Machine(options)
  const { sim } = machine
  const { world } = sim
  const app = buildApp(machine)
  try {
    await app.listen({ host: HOST, port: options.port })
  } catch (error) {
    machine.close()
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    throw isTaken
      ? new StartRefusedError(`端口 ${options.port} 已被占用，请用 SIMULATOR_PORT 指定其它端口`, { cause: error })
      : error
  }
  const url = `http://${HOST}:${(app.server.address() as AddressInfo).port}`
  world.listenAt(url)
  const save = options.snapshotFile === undefined ? undefined : keepSnapshot(machine, options.snapshotFile)

  return {
    url,
    machine,
    sim,
    world,
    close: async () => {
      await app.close()
      save?.()
      machine.close()
    },
  }
}

/** Goes on from the file where there is one, and writes it after changes; the answer writes it a last time. */
function keepSnapshot(machine: Machine, file: string): () => void {
  const before = readSnapshotFile(file)
  if (before) machine.restore(before)
  let planned: NodeJS.Timeout | undefined
  let wait = SAVE_AFTER_MS
  const save = () => {
    planned = undefined
    const started = performance.now()
    writeSnapshotFile(file, machine.snapshot())
    wait = Math.max(SAVE_AFTER_MS, (performance.now() - started) / SAVE_SHARE)
  }
  const forget = machine.sim.world.onChange(() => (planned ??= setTimeout(save, wait)))
  return () => {
    forget()
    clearTimeout(planned)
    save()
  }
}
