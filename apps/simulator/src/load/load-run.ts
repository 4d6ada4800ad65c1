import { exponential, pick } from '../prng.ts'
import { newHookCounts, type HookCounts } from '../hooks/hook-counts.ts'
import type { Script } from '../scripts/script.ts'
import { type ScriptPlayer, sourcesOf } from '../scripts/script-player.ts'
import type { ScriptRun } from '../scripts/script-run.ts'
import { newSendCounts, type SendCounts, type Simulator } from '../simulator.ts'
import type { RunView, Source } from '../views.ts'
import { ControlRefusal } from '../world/refusal.ts'
import type { Account } from '../world/state.ts'
import { openCustomer } from '../world/talk.ts'
import { Ledger, type LedgerData } from './ledger.ts'
import { type Percentiles, percentiles } from './percentiles.ts'
import { ReplyWaits } from './reply-waits.ts'

export type LoadOptions = {
  /** Arrivals per second. */
  rate: number
  seconds: number
  /** Different people; when all have come, they come again. */
  customers: number
  /** Ids of the scripts to mix; all where absent. */
  scripts?: string[] | undefined
}

export type LoadFigures = LoadOptions & {
  seed: number
  state: 'arriving' | 'draining' | 'done'
  arrivals: number
  runs: Partial<Record<RunView['state'], number>>
  webhooks: HookCounts & { waiting: number }
  sends: SendCounts
  firstReplyMs: Percentiles
  /** Runs that reached their end and expect a lead on our side. */
  expectedLeads: number
}

/** After the last arrival the scripts may go on this long before they are stopped. */
const DRAIN_MS = 60_000
/** A delivery that is refused to the end takes 21 s and four waits for an answer. */
const EMPTY_OUTBOX_MS = 45_000
const CHECK_MS = 250

type Choice = { script: Script; source: Source; accounts: Account[] }

/** Open arrivals: people come when they come, however slow the server is. */
export class LoadRun {
  readonly done: Promise<LoadFigures>
  private readonly sim: Simulator
  private readonly player: ScriptPlayer
  private readonly options: LoadOptions
  private readonly ledger: Ledger
  private readonly waits: ReplyWaits
  private readonly choices: { choice: Choice; upTo: number }[]
  private readonly people: Record<Source, string[]> = { douyin: [], redbook: [] }
  private readonly runs: Partial<Record<RunView['state'], number>> = {}
  private readonly forgetEnds: () => void
  private readonly live = new Set<ScriptRun>()
  private state: LoadFigures['state'] = 'arriving'
  private arrivals = 0
  private expectedLeads = 0
  private finish: (figures: LoadFigures) => void = () => {}

  constructor(sim: Simulator, player: ScriptPlayer, options: LoadOptions) {
    this.sim = sim
    this.player = player
    this.options = options
    this.choices = weigh(player, options.scripts)
    if (this.choices.length === 0) throw new ControlRefusal('还没有账号授权给我方应用，无法开始')
    sim.outbox.counts = newHookCounts()
    sim.sends = newSendCounts()
    this.ledger = new Ledger(sim)
    this.waits = new ReplyWaits(sim)
    this.forgetEnds = player.onEnd((run) => this.count(run))
    this.done = new Promise((resolve) => {
      this.finish = resolve
    })
    const end = sim.world.now() + options.seconds * 1_000
    this.planArrival(sim.world.now(), end)
  }

  figures(): LoadFigures {
    const { sim } = this
    return {
      ...this.options,
      seed: sim.world.state.seed,
      state: this.state,
      arrivals: this.arrivals,
      runs: this.runs,
      webhooks: { ...sim.outbox.counts, waiting: sim.outbox.waiting },
      sends: sim.sends,
      firstReplyMs: percentiles(this.waits.values),
      expectedLeads: this.expectedLeads,
    }
  }

  ledgerData(): LedgerData {
    return this.ledger.data()
  }

  /** The next arrival is planned from the time of the last one, not from when it was served. */
  private planArrival(from: number, end: number): void {
    const at = from + exponential(this.sim.world.random('load.arrivals'), 1_000 / this.options.rate)
    if (at >= end) {
      this.sim.world.clock.at(end, () => this.drain(end + DRAIN_MS))
      return
    }
    this.sim.world.clock.at(at, () => {
      this.arrive()
      this.planArrival(at, end)
    })
  }

  private arrive(): void {
    const random = this.sim.world.random('load.mix')
    const drawn = random() * (this.choices.at(-1)?.upTo ?? 0)
    const choice = this.choices.find(({ upTo }) => drawn < upTo)?.choice
    if (!choice) return
    this.arrivals++
    const { accountId } = pick(random, choice.accounts)
    const customerId = this.personOf(choice.source)
    this.live.add(this.player.start({ scriptId: choice.script.id, source: choice.source, accountId, customerId }))
  }

  private personOf(source: Source): string {
    const known = this.people[source]
    if (known.length >= this.options.customers) return pick(this.sim.world.random('load.people'), known)
    const { customerId } = openCustomer(this.sim.world, this.sim.platforms[source], { source })
    known.push(customerId)
    return customerId
  }

  private count(run: ScriptRun): void {
    this.live.delete(run)
    this.runs[run.state] = (this.runs[run.state] ?? 0) + 1
    if (run.state === 'finished' && run.script.expect.lead) this.expectedLeads++
  }

  private drain(deadline: number): void {
    this.state = 'draining'
    const now = this.sim.world.now()
    if (now >= deadline) for (const run of this.live) run.stop()
    const isEmpty = this.live.size === 0 && this.sim.outbox.waiting === 0
    if (!isEmpty && now < deadline + EMPTY_OUTBOX_MS) {
      this.sim.world.clock.after(CHECK_MS, () => this.drain(deadline))
      return
    }
    this.state = 'done'
    this.ledger.close()
    this.waits.close()
    this.forgetEnds()
    this.finish(this.figures())
  }
}

/** Every script on every source it can play on, as steps of a running sum of weights. */
function weigh(player: ScriptPlayer, only: string[] | undefined): { choice: Choice; upTo: number }[] {
  let sum = 0
  return player.scripts
    .filter(({ id }) => only === undefined || only.includes(id))
    .flatMap((script) =>
      sourcesOf(script).map((source) => ({ script, source, accounts: player.stagesFor(script, source) })),
    )
    .filter(({ accounts }) => accounts.length > 0)
    .map((choice) => ({ choice, upTo: (sum += choice.script.weight) }))
}
