import type { FastifyBaseLogger } from 'fastify'
import { ANSWER_LIMIT_MS, FLOW_CALL_FAILED, FLOW_FAILURES, WEBHOOK_ACTION_PAUSE_MS } from '@ruwu/domain'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  delayRun,
  type DueRun,
  findActiveRun,
  leaseCall,
  listDueRuns,
  lockRun,
  postponeRun,
  repeatCall,
} from './flow-run.repo.ts'
import { type LeaveDeps, leaveFlow } from './leave-flow.ts'
import type { FlowCalls } from './flow-calls.ts'
import type { StepResult, StepRunner } from './run-step.ts'

const BATCH_SIZE = 50
/** Customers at once; each has its own row lock. */
const LANES = 4
/** Steps of one customer before the next one's turn. */
const STEPS_AT_ONCE = 50
const RETRY_MS = 5_000
const TRIES_MAX = 5
const CALL_LEASE_MS = ANSWER_LIMIT_MS + 10_000
/** Calls under way at once, and of one enterprise: its slow model or Webhook does not hold up the others. */
const CALLS_MAX = 32
const ENTERPRISE_CALLS_MAX = 4
const ROOM_MS = 1_000

type WorkerDeps = LeaveDeps & {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  steps: StepRunner
  calls: FlowCalls
}

/** Takes due runs, on any number of nodes: the customer's row lock lets one node do a step, the others pass it over. */
export class FlowWorker {
  private readonly deps: WorkerDeps
  private readonly calling = new Map<Promise<boolean>, DueRun>()
  private isStopped = false

  constructor(deps: WorkerDeps) {
    this.deps = deps
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const due = await listDueRuns(db.sql, clock.now(), BATCH_SIZE)
    const waiting = [...due]
    let done = 0
    const lane = async () => {
      for (let run = waiting.shift(); run && !this.isStopped; run = waiting.shift())
        if (await this.runOne(run)) done += 1
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    return due.length === BATCH_SIZE && done > 0
  }

  /** Step by step until the run waits; false: it could not be taken. A call is made beside the steps of other runs. */
  private async runOne(run: DueRun): Promise<boolean> {
    return this.guarded(run, async () => {
      for (let left = STEPS_AT_ONCE; left > 0 && !this.isStopped; left -= 1) {
        const result = await this.deps.steps.step(run)
        if (result === 'call') return (await this.startCall(run), true)
        if (result !== 'more') return result !== 'locked'
      }
      return true
    })
  }

  private async guarded(run: DueRun, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      this.deps.log.error({ err: error, runId: run.id, customerId: run.customerId }, 'a step of a flow failed')
      await this.retryLater(run)
      return false
    }
  }

  /** Put off while the enterprise, or this node, has enough calls under way. */
  private async startCall(run: DueRun): Promise<void> {
    const ofEnterprise = [...this.calling.values()].filter(({ entId }) => entId === run.entId).length
    if (this.calling.size >= CALLS_MAX || ofEnterprise >= ENTERPRISE_CALLS_MAX) {
      await delayRun(this.deps.db.sql, run, new Date(this.deps.clock.now().getTime() + ROOM_MS))
      return
    }
    const call = this.guarded(run, async () => {
      const result = await this.call(run)
      return result === 'more' ? this.runOne(run) : true
    }).finally(() => this.calling.delete(call))
    this.calling.set(call, run)
  }

  /** Leased for as long as it can take: if the process dies, another node calls again, and the step happens once. */
  private async call(run: DueRun): Promise<StepResult> {
    const { db, clock, steps, calls } = this.deps
    const held = await findActiveRun(db.sql, run)
    if (!held?.call || held.id !== run.id) return 'over'
    const now = clock.now()
    if (!(await leaseCall(db.sql, held, now, new Date(now.getTime() + CALL_LEASE_MS)))) return 'locked'
    const result =
      held.tries < TRIES_MAX ? await calls.make(held, held.call) : { input: FLOW_CALL_FAILED, answer: null }
    if (result === 'again') {
      const callAt = new Date(clock.now().getTime() + WEBHOOK_ACTION_PAUSE_MS)
      await repeatCall(db.sql, { ...held, tries: held.tries + 1 }, callAt)
      return 'waits'
    }
    return steps.step(run, { ...result, step: held.state?.step ?? 0, readTo: held.handledSeq })
  }

  /** Resolves when no call is under way; false: there was none. */
  async settle(): Promise<boolean> {
    const wasCalling = this.calling.size > 0
    while (this.calling.size > 0) await Promise.all(this.calling.keys())
    return wasCalling
  }

  /** An error that stays gives the customer to people. */
  private async retryLater(run: DueRun): Promise<void> {
    const { db, clock, log } = this.deps
    const now = clock.now()
    try {
      // Read again: the steps before the failed one have set the count back.
      const failed = await findActiveRun(db.sql, run)
      if (failed?.id !== run.id) return
      if (failed.tries < TRIES_MAX) {
        await postponeRun(db.sql, failed, new Date(now.getTime() + RETRY_MS * 2 ** failed.tries))
        return
      }
      await db.transaction(async (tx) => {
        const change = await lockCustomer(tx.sql, run.entId, run.customerId)
        const held = await lockRun(tx.sql, run)
        if (held && change)
          await leaveFlow(tx, this.deps, held, change, { outcome: 'error', reason: FLOW_FAILURES.step }, now)
      })
    } catch (error) {
      log.error({ err: error, runId: run.id }, 'a failed run could not be put off')
    }
  }

  stop(): void {
    this.isStopped = true
    this.deps.calls.stop()
  }
}
