import type { Simulator } from '../simulator.ts'
import type { RunView, ScriptStartRequest, ScriptView, Source } from '../views.ts'
import { ControlRefusal, NotFoundError } from '../world/refusal.ts'
import type { Account } from '../world/state.ts'
import { openCustomer, openTalk } from '../world/talk.ts'
import { conversationKey } from '../world/world.ts'
import type { Script } from './script.ts'
import { ScriptRun } from './script-run.ts'

/** Runs that are over stay in sight for a while. */
const SHOWN_ENDED = 30

/** Plays scripts. Runs live in memory only: a snapshot keeps what they did, not what they were about to do. */
export class ScriptPlayer {
  readonly scripts: readonly Script[]
  private readonly sim: Simulator
  private readonly live = new Map<string, ScriptRun>()
  private readonly byConversation = new Map<string, Set<ScriptRun>>()
  private ended: ScriptRun[] = []
  private started = 0
  private readonly endListeners = new Set<(run: ScriptRun) => void>()

  constructor(sim: Simulator, scripts: readonly Script[]) {
    this.sim = sim
    this.scripts = scripts
    sim.onEvent((event) => {
      if (!('conversation' in event)) return
      const { source, accountId, customerId } = event.conversation
      for (const run of this.byConversation.get(conversationKey(source, accountId, customerId)) ?? []) run.look()
    })
  }

  start({ scriptId, source, accountId, customerId }: ScriptStartRequest): ScriptRun {
    const script = this.scripts.find(({ id }) => id === scriptId)
    if (!script) throw new NotFoundError('没有这个剧本')
    if (!sourcesOf(script).includes(source)) throw new ControlRefusal('这个剧本不能在该平台上演')
    const { world } = this.sim
    const platform = this.sim.platforms[source]
    const account = world.getAccount(source, accountId)
    const customer = openCustomer(world, platform, { source, customerId, ...script.customer })
    openTalk(world, platform, account, customer)
    const number = ++this.started
    const run = new ScriptRun({
      runId: `run-${number}`,
      script,
      target: {
        source,
        accountId,
        secondAccountId: this.otherAccount(account).accountId,
        customerId: customer.customerId,
        name: customer.name,
      },
      sim: this.sim,
      random: world.random(`script:${customer.name}#${number}`),
      onEnd: (ended) => this.retire(ended),
    })
    this.live.set(run.runId, run)
    const key = conversationKey(source, accountId, customer.customerId)
    this.byConversation.set(key, (this.byConversation.get(key) ?? new Set()).add(run))
    run.start()
    return run
  }

  stop(runId: string): void {
    const run = this.live.get(runId)
    if (!run) throw new NotFoundError('没有正在上演的剧本')
    run.stop()
  }

  stopAll(): void {
    for (const run of this.live.values()) run.stop()
  }

  reset(): void {
    this.stopAll()
    this.ended = []
    this.started = 0
  }

  onEnd(listener: (run: ScriptRun) => void): () => void {
    this.endListeners.add(listener)
    return () => this.endListeners.delete(listener)
  }

  /** Accounts a script may play with: linked ones, staff accounts only for scripts of the staff desk. */
  stagesFor(script: Script, source: Source): Account[] {
    return this.sim.world.state.accounts.filter((account) => {
      const isStaff = account.mainId !== null
      const main = this.sim.world.mainOf(account)
      const fits =
        source === 'redbook' && script.desk === 'staff' ? isStaff && account.staffState === 'authorised' : !isStaff
      return account.source === source && fits && main.authorisation !== null
    })
  }

  scriptViews(): ScriptView[] {
    return this.scripts.map((script) => ({
      scriptId: script.id,
      title: script.title,
      sources: sourcesOf(script),
      summary: script.summary,
    }))
  }

  runViews(): RunView[] {
    return [...this.live.values(), ...this.ended.toReversed()].slice(0, SHOWN_ENDED * 2).map((run) => run.view())
  }

  private otherAccount(account: Account): Account {
    const others = this.sim.world.state.accounts.filter(
      (other) => other.source === account.source && other.mainId === null && other.authorisation !== null,
    )
    return others.find(({ accountId }) => accountId !== account.accountId) ?? account
  }

  private retire(run: ScriptRun): void {
    this.live.delete(run.runId)
    const { source, accountId, customerId } = run.target
    const key = conversationKey(source, accountId, customerId)
    const others = this.byConversation.get(key)
    others?.delete(run)
    if (others?.size === 0) this.byConversation.delete(key)
    this.ended = [...this.ended.slice(-SHOWN_ENDED + 1), run]
    for (const listener of this.endListeners) listener(run)
  }
}

export const sourcesOf = (script: Script): Source[] =>
  script.source === 'both' ? ['douyin', 'redbook'] : [script.source]
