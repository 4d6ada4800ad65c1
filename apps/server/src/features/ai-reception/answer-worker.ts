import type { CustomerId, EntId } from '@ruwu/contract'
import { ANSWER_LIMIT_MS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Bus } from '../../realtime/bus.ts'
import { type Answering, NODE_STOPS } from './answer-customer.ts'
import { type Claim, claimDue, lookAhead } from './answer-queue.repo.ts'

/** Most of the time of an answer is waiting: for a model, or for the moment a person would take to type. */
export const MOST_AT_ONCE = 128
/** Longer than an answer can take: a node that has not ended it by then is gone. */
const HELD_MS = ANSWER_LIMIT_MS + 20_000
/** However far off the next one is, somebody may be noted down without our hearing of it. */
const LONGEST_REST_MS = 60_000

type WorkerDeps = { db: Database; clock: Clock; bus: Bus; log: FastifyBaseLogger; answering: Answering }

type Running = {
  entId: EntId
  customerId: CustomerId
  abort: AbortController
  about?: { answeredSeq: number; epoch: number }
}

/** Answers the customers whose time has come, many at once, on any number of nodes. */
export class AnswerWorker {
  private readonly deps: WorkerDeps
  private readonly running = new Map<Running, Promise<void>>()
  private wake: () => void = () => {}
  /** Some are due and have no place: the next that ends gives them one. */
  private isBehind = false
  private timer: NodeJS.Timeout | undefined

  constructor(deps: WorkerDeps) {
    this.deps = deps
    deps.bus.subscribe((message) => {
      if (message.kind !== 'answering') return
      for (const each of message.customers) this.breakOff(message.entId, each)
      this.wake()
    })
  }

  /** Called when somebody may be due. */
  onDue(wake: () => void): void {
    this.wake = wake
  }

  /** Begins to answer those who are due. True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const free = MOST_AT_ONCE - this.running.size
    if (free <= 0) {
      this.isBehind = true
      return false
    }
    const now = clock.now()
    const until = new Date(now.getTime() + HELD_MS)
    const claims = await claimDue(db.sql, now, until, { free, running: this.countRunning() })
    for (const claim of claims) this.begin(claim)
    if (claims.length === free) return true
    const { next, isBehind } = await lookAhead(db.sql, now)
    this.setTimer(next)
    this.isBehind = isBehind
    // Who might have given them a place is gone meanwhile.
    return isBehind && this.running.size === 0
  }

  /** Resolves when everything begun has ended. */
  async settle(): Promise<void> {
    await Promise.all(this.running.values())
  }

  /** Begins nothing more by itself, and lets what was begun end. */
  async close(): Promise<void> {
    clearTimeout(this.timer)
    this.wake = () => {}
    for (const { abort } of this.running.keys()) abort.abort(NODE_STOPS)
    await this.settle()
  }

  private begin(claim: Claim): void {
    const { entId, customerId } = claim
    const one: Running = { entId, customerId, abort: new AbortController() }
    const begin = (about: NonNullable<Running['about']>) => {
      one.about = about
    }
    const ended = this.deps.answering
      .answer(claim, { signal: one.abort.signal, begin })
      .catch((error: unknown) => this.deps.log.error({ err: error, customerId }, 'a customer could not be answered'))
      .finally(() => {
        this.running.delete(one)
        if (this.isBehind) this.wake()
      })
    this.running.set(one, ended)
  }

  /** What is thought about words that are not the last any more, or under a reception that is over, is thought in vain. */
  private breakOff(
    entId: EntId,
    { id, inboundSeq, epoch }: { id: CustomerId; inboundSeq: number; epoch: number },
  ): void {
    for (const each of this.running.keys()) {
      if (each.entId !== entId || each.customerId !== id || !each.about) continue
      if (each.about.epoch !== epoch) each.abort.abort('接待状态已变化')
      else if (each.about.answeredSeq < inboundSeq) each.abort.abort('客户又发来消息')
    }
  }

  private countRunning(): Map<EntId, number> {
    const counts = new Map<EntId, number>()
    for (const { entId } of this.running.keys()) counts.set(entId, (counts.get(entId) ?? 0) + 1)
    return counts
  }

  private setTimer(next: Date | undefined): void {
    const restMs = next ? next.getTime() - this.deps.clock.now().getTime() : LONGEST_REST_MS
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.wake(), Math.min(Math.max(restMs, 0), LONGEST_REST_MS)).unref()
  }
}
