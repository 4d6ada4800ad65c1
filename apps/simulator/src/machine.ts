import { type Snapshot } from './control/snapshot.ts'
import { DemoRun } from './demo/demo-run.ts'
import { type LoadFigures, type LoadOptions, LoadRun } from './load/load-run.ts'
import type { Options } from './options.ts'
import { readScripts } from './scripts/read-scripts.ts'
import { ScriptPlayer } from './scripts/script-player.ts'
import { newSendCounts, Simulator } from './simulator.ts'
import { ControlRefusal } from './world/refusal.ts'
import { freshState } from './world/world.ts'

/** The simulator with what moves it: scripts, load, demo; and its beginnings and ends. */
export class Machine {
  readonly sim: Simulator
  readonly player: ScriptPlayer
  private load: LoadRun | undefined
  private demo: DemoRun | undefined

  constructor(options: Options) {
    this.sim = new Simulator(options)
    this.player = new ScriptPlayer(this.sim, readScripts())
  }

  startLoad(options: LoadOptions): LoadFigures {
    if (this.load && this.load.figures().state !== 'done') throw new ControlRefusal('上一次压测还没有结束')
    this.load = new LoadRun(this.sim, this.player, options)
    return this.load.figures()
  }

  getLoad(): LoadRun {
    if (!this.load) throw new ControlRefusal('还没有压测')
    return this.load
  }

  startDemo({ days }: { days: number }): { moments: number } {
    this.demo?.stop()
    this.demo = new DemoRun(this.sim, this.player, days)
    return { moments: this.demo.moments }
  }

  /** Past events not yet delivered to our server. */
  get pastLeft(): number {
    return this.demo?.pastLeft ?? 0
  }

  /** Chance follows another seed from now on; everything that exists stays. */
  reseed(seed: number): void {
    const { world } = this.sim
    // The same object: deliveries on their way belong to it.
    world.use(Object.assign(world.state, { seed, epoch: world.now(), counters: {}, draws: {} }))
  }

  /** A new world. Manual time goes back to its beginning. */
  reset(seed?: number): void {
    const { world, outbox } = this.sim
    this.halt()
    const startAt = world.clock.mode === 'manual' ? (world.options.startAt ?? world.now()) : world.now()
    world.clock.reset(startAt)
    outbox.reset()
    this.sim.sends = newSendCounts()
    world.use(freshState(seed ?? world.state.seed, startAt))
    world.journal.reset()
  }

  /** The living state itself: to be written out at once, or copied. */
  snapshot(): Snapshot {
    return { version: 1, at: this.sim.world.now(), state: this.sim.world.state }
  }

  /** Goes on from a snapshot; manual time goes back to when it was taken. */
  restore({ at, state }: Snapshot): void {
    const { world, outbox } = this.sim
    this.halt()
    world.clock.reset(world.clock.mode === 'manual' ? at : world.now())
    outbox.reset()
    world.use(state)
    for (const knobs of [state.knobs.global, ...Object.values(state.knobs.perAccount)]) delete knobs['hook.down']
    outbox.resume()
  }

  close(): void {
    this.halt()
    this.sim.world.clock.stop()
    this.sim.outbox.close()
  }

  private halt(): void {
    this.demo?.stop()
    this.demo = undefined
    this.load = undefined
    this.player.reset()
  }
}
