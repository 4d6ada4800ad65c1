import type { CustomerId, EntId } from '@ruwu/contract'
import { ANSWER_LIMIT_MS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { traced } from '../../platform/trace/trace.ts'
import type { Bus } from '../../realtime/index.ts'
import { type CustomerAnswerer, NODE_STOPPING } from './answer-customer.ts'
import { type Claim, claimDue, readNextDue } from './answer-queue.repo.ts'

/** Concurrent runs per node. High, because a run mostly waits for a model or for its typing delay. */
export const MAX_CONCURRENT = 128
/** Lease of a claim, longer than a run can take: after it another node may claim the row. */
const LEASE_MS = ANSWER_LIMIT_MS + 20_000
/** Upper bound of the sleep: a bus message about a new queue row may be lost. */
const MAX_SLEEP_MS = 60_000

type WorkerDeps = { db: Database; clock: Clock; bus: Bus; log: FastifyBaseLogger; answerer: CustomerAnswerer }

type Running = {
  entId: EntId
  customerId: CustomerId
  abort: AbortController
  about?: { answeredSeq: number; epoch: number }
}

/** Claims due rows of the answer queue and runs them concurrently; any number of nodes may run it. */
export class AnswerWorker {
  private readonly deps: WorkerDeps
  private readonly running = new Map<Running, Promise<void>>()
  private wake: () => void = () => {}
  /** Rows are due but capacity is used up: the next run that ends wakes the worker. */
  private isBehind = false
  private timer: NodeJS.Timeout | undefined

  constructor(deps: WorkerDeps) {
    this.deps = deps
    deps.bus.subscribe((message) => {
      if (message.kind !== 'answering') return
      for (const each of message.customers) this.abortOutdated(message.entId, each)
      this.wake()
    })
  }

  /** `wake` is called when rows may be due. */
  onDue(wake: () => void): void {
    this.wake = wake
  }

  /** Starts runs for due rows. True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const free = MAX_CONCURRENT - this.running.size
    if (free <= 0) {
      this.isBehind = true
      return false
    }
    const now = clock.now()
    const until = new Date(now.getTime() + LEASE_MS)
    const claims = await claimDue(db.sql, now, until, { free, running: this.countRunning() })
    for (const claim of claims) this.startRun(claim)
    if (claims.length === free) return true
    const { next, isBehind } = await readNextDue(db.sql, now)
    this.setTimer(next)
    this.isBehind = isBehind
    // No run is left that would wake the worker when it ends.
    return isBehind && this.running.size === 0
  }

  /** Resolves when all started runs have ended. */
  async settle(): Promise<void> {
    await Promise.all(this.running.values())
  }

  /** Starts no more runs, aborts the started ones and waits for their end. */
  async close(): Promise<void> {
    clearTimeout(this.timer)
    this.wake = () => {}
    for (const { abort } of this.running.keys()) abort.abort(NODE_STOPPING)
    await this.settle()
  }

  private startRun(claim: Claim): void {
    const { entId, customerId } = claim
    const one: Running = { entId, customerId, abort: new AbortController() }
    const begin = (about: NonNullable<Running['about']>) => {
      one.about = about
    }
    const answer = () => this.deps.answerer.answer(claim, { signal: one.abort.signal, begin })
    const ended = traced('AI answer', { kind: 'consumer' }, answer)
      .catch((error: unknown) => this.deps.log.error({ err: error, customerId }, 'a customer could not be answered'))
      .finally(() => {
        this.running.delete(one)
        if (this.isBehind) this.wake()
      })
    this.running.set(one, ended)
  }

  /** Aborts runs for a message that is no longer the last, or of an earlier reception epoch. */
  private abortOutdated(
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
    const restMs = next ? next.getTime() - this.deps.clock.now().getTime() : MAX_SLEEP_MS
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.wake(), Math.min(Math.max(restMs, 0), MAX_SLEEP_MS)).unref()
  }
}
