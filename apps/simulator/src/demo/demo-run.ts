import { exponential, pick } from '../prng.ts'
import { type ScriptPlayer, sourcesOf } from '../scripts/script-player.ts'
import type { Simulator } from '../simulator.ts'
import { openCustomer } from '../world/talk.ts'
import { type PastMoment, pastMoments } from './past.ts'

/** The past is delivered in small batches, so that the server stays within the platform's timeout of five seconds. */
const HELPING = 20
const MAX_WAITING = 40
const NEXT_HELPING_MS = 50
/** Mean time between new customers after the past has been delivered. */
const GENTLE_PACE_MS = 90_000

/** Delivers the past at once, then continues live at a low rate. */
export class DemoRun {
  readonly moments: number
  private readonly sim: Simulator
  private readonly player: ScriptPlayer
  private readonly left: PastMoment[]
  private isStopped = false

  constructor(sim: Simulator, player: ScriptPlayer, days: number) {
    this.sim = sim
    this.player = player
    this.left = pastMoments(sim, player, days)
    this.moments = this.left.length
    this.tell()
  }

  get pastLeft(): number {
    return this.left.length
  }

  stop(): void {
    this.isStopped = true
  }

  private tell(): void {
    if (this.isStopped) return
    if (this.left.length === 0) return this.goOn()
    if (this.sim.outbox.waiting < MAX_WAITING) {
      for (const moment of this.left.splice(0, HELPING)) moment.happen()
    }
    this.sim.world.clock.after(NEXT_HELPING_MS, () => this.tell())
  }

  private goOn(): void {
    const random = this.sim.world.random('demo.live')
    this.sim.world.clock.after(exponential(random, GENTLE_PACE_MS), () => {
      if (this.isStopped) return
      this.welcome()
      this.goOn()
    })
  }

  private welcome(): void {
    const random = this.sim.world.random('demo.live')
    const script = pick(random, this.player.scripts)
    const source = pick(random, sourcesOf(script))
    const stages = this.player.stagesFor(script, source)
    if (stages.length === 0) return
    const { accountId } = pick(random, stages)
    const { customerId } = openCustomer(this.sim.world, this.sim.platforms[source], { source })
    this.player.start({ scriptId: script.id, source, accountId, customerId })
  }
}
