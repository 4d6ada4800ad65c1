import { actAsCustomer } from '../acts/customer-acts.ts'
import { between, type Random } from '../prng.ts'
import type { Simulator } from '../simulator.ts'
import type { RunView, Source } from '../views.ts'
import { phonePath } from '../view/account-view.ts'
import { ControlRefusal } from '../world/refusal.ts'
import type { Conversation } from '../world/state.ts'
import { isMet } from './conditions.ts'
import type { DoStep, Script, UntilStep } from './script.ts'
import { actOf } from './step-act.ts'

type RunTarget = { source: Source; accountId: string; secondAccountId: string; customerId: string; name: string }

const isUntil = (step: DoStep | UntilStep): step is UntilStep => 'until' in step

/** One scripted customer on his way through the script. */
export class ScriptRun {
  readonly runId: string
  readonly script: Script
  readonly target: RunTarget
  private readonly sim: Simulator
  private readonly random: Random
  private readonly onEnd: (run: ScriptRun) => void
  private done = 0
  private currentState: RunView['state'] = 'running'
  private note = ''
  /** Messages there were when the customer last did something or stopped waiting for silence. */
  private mark = 0
  private callOff: (() => void) | undefined

  constructor(given: {
    runId: string
    script: Script
    target: RunTarget
    sim: Simulator
    random: Random
    onEnd: (run: ScriptRun) => void
  }) {
    this.runId = given.runId
    this.script = given.script
    this.target = given.target
    this.sim = given.sim
    this.random = given.random
    this.onEnd = given.onEnd
  }

  get state(): RunView['state'] {
    return this.currentState
  }

  get isOver(): boolean {
    return this.currentState !== 'running' && this.currentState !== 'waiting'
  }

  start(): void {
    this.next()
  }

  stop(): void {
    if (!this.isOver) this.end('stopped')
  }

  /** Something happened in the conversation. */
  look(): void {
    const step = this.script.steps[this.done]
    if (this.currentState !== 'waiting' || !step || !isUntil(step)) return
    if (step.until === 'silence') this.wait(step)
    else if (this.isMet(step)) this.pass()
  }

  view(): RunView {
    const { source, accountId, customerId, name } = this.target
    return {
      runId: this.runId,
      scriptId: this.script.id,
      title: this.script.title,
      source,
      accountId,
      customerId,
      customerName: name,
      done: this.done,
      steps: this.script.steps.length,
      state: this.currentState,
      note: this.note,
      phonePath: phonePath(source, accountId, customerId),
    }
  }

  private next(): void {
    this.callOff?.()
    const step = this.script.steps[this.done]
    if (!step) return this.end('finished')
    if (!isUntil(step)) {
      this.currentState = 'running'
      this.callOff = this.sim.world.clock.after(between(this.random, step.wait ?? [0, 0]), () => this.perform(step))
    } else if (this.isMet(step)) this.pass()
    else this.wait(step)
  }

  private pass(): void {
    this.done++
    this.next()
  }

  private wait(step: UntilStep): void {
    this.callOff?.()
    this.currentState = 'waiting'
    this.callOff = this.sim.world.clock.after(step.within, () => this.giveUp(step))
  }

  private giveUp(step: UntilStep): void {
    // After a silence only a new word counts as an answer.
    if (step.until === 'silence') this.setMark()
    if (step.until === 'silence' || step.else === undefined) return this.pass()
    if (step.else === 'leave') this.act(this.target.accountId, { do: 'leave' })
    this.end(step.else === 'leave' ? 'left' : 'silent', `没有等到 ${step.until}`)
  }

  private perform(step: DoStep): void {
    const { source, accountId, secondAccountId } = this.target
    try {
      this.act(step.account === 'second' ? secondAccountId : accountId, actOf(this.script, step, source, this.random))
    } catch (error) {
      if (!(error instanceof ControlRefusal)) throw error
      return this.end('failed', error.message)
    }
    this.setMark()
    this.pass()
  }

  private act(accountId: string, act: Parameters<typeof actAsCustomer>[1]['act']): void {
    const { source, customerId } = this.target
    actAsCustomer(this.sim, { source, accountId, customerId, act })
  }

  private setMark(): void {
    this.mark = this.conversation()?.messages.length ?? 0
  }

  private isMet({ until }: UntilStep): boolean {
    const conversation = this.conversation()
    return conversation !== undefined && isMet(until, conversation, this.mark)
  }

  private conversation(): Conversation | undefined {
    const { source, accountId, customerId } = this.target
    return this.sim.world.findConversation(source, accountId, customerId)
  }

  private end(state: RunView['state'], note = ''): void {
    this.callOff?.()
    this.currentState = state
    this.note = note
    this.onEnd(this)
    this.sim.world.changed()
  }
}
