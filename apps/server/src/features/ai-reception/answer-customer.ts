import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_LIMIT_MS, burstOf } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { FindSendingAccount } from '../../outbound/index.ts'
import type { Database } from '../../db/database.ts'
import type { Engine, EngineResult } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { isAvailable } from '../../customer/points-availability.repo.ts'
import { type Claim, dequeue, postponeClaim } from './answer-queue.repo.ts'
import { awaitsAi } from './awaits-ai.ts'
import { decideWithTimeout, DecisionTimeoutError } from './decide-with-timeout.ts'
import { toEngineInput } from './engine-input.ts'
import type { RunFinisher } from './finish-run.ts'
import type { PictureReader } from './picture-reader.ts'
import type { RunContext } from './run-context.ts'
import { failLostRuns, type Run, startRun } from './run.repo.ts'
import { type AnswerSender, ASKED_MEANWHILE } from './send-answer.ts'
import { findCustomer } from './situation.repo.ts'
import { readSituation, type Situation } from './situation.ts'

type CustomerAnswererDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  engine: Engine
  search: KnowledgeSearch
  findAccount: FindSendingAccount
  sender: AnswerSender
  finish: RunFinisher
  pictures: PictureReader
}

/** `begin` reports which message and epoch the run answers; the worker aborts `signal` when either is outdated. */
type RunControl = { signal: AbortSignal; begin(answered: { answeredSeq: number; epoch: number }): void }

/** Abort reason when this node shuts down. */
export const NODE_STOPPING = '节点停止'

const POINTS_RECHECK_MS = 5_000

/** After so many interrupted runs for the same message the customer is handed over to people. */
const TRIES_MAX = 3

/** Answers one customer: lets the engine decide, then sends only if the customer's state is still the one it decided on. */
export class CustomerAnswerer {
  private readonly deps: CustomerAnswererDeps

  constructor(deps: CustomerAnswererDeps) {
    this.deps = deps
  }

  async answer(claim: Claim, control: RunControl): Promise<void> {
    const { db, clock, findAccount, sender, finish } = this.deps
    const row = await findCustomer(db.sql, claim)
    if (claim.tries > 1) await failLostRuns(db.sql, claim)
    if (row && (await sender.resume(claim, row))) return
    if (!row || !awaitsAi(row)) return dequeue(db.sql, claim)
    control.begin({ answeredSeq: row.lastInboundSeq, epoch: row.receptionEpoch })
    const now = clock.now()
    const situation = await readSituation(db.sql, row, { findAccount, now })
    if (!situation) return finish.withoutAi(claim, row)
    // No points: the points worker may take the customer from the AI meanwhile; otherwise the AI answers once points are back.
    if (!(await isAvailable(db.sql, row.entId, row.relationId, now)))
      return postponeClaim(db.sql, claim, new Date(now.getTime() + POINTS_RECHECK_MS))
    await this.run({ claim, situation, run: await this.insertRun(situation, now) }, control.signal)
  }

  private insertRun({ row, ai, messages }: Situation, now: Date): Promise<Run> {
    return startRun(this.deps.db.sql, {
      entId: row.entId,
      customerId: row.id,
      relationId: row.relationId,
      sessionId: row.sessionId,
      epoch: row.receptionEpoch,
      answeredSeq: row.lastInboundSeq,
      humanSeq: row.lastHumanSeq,
      agentVersion: ai.version,
      question: burstOf(messages)
        .map(({ text }) => text)
        .join('\n'),
      startedAt: now,
    })
  }

  private async run(context: RunContext, signal: AbortSignal): Promise<void> {
    const { claim, situation } = context
    const { finish, log } = this.deps
    const { advanced } = situation.ai.config
    if (situation.stored.answersOn(situation.day) >= advanced.dailyReplies)
      return finish.handOver(context, 'daily_replies', '')
    if (claim.tries > TRIES_MAX) return finish.handOver(context, 'error', '多次中断')
    let result: EngineResult
    try {
      result = await this.decide(situation, signal)
      // Human-like delay before the guard checks the state, so that a message sent meanwhile still cancels the answer.
      if (result.decision.kind === 'answer') await sleep(advanced.delaySec * 1000, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return this.finishAborted(context, String(signal.reason))
      log.warn({ err: error, customerId: claim.customerId }, 'an answer failed')
      // Internal errors go to the log; agents only see the timeout text.
      return finish.handOver(context, 'error', error instanceof DecisionTimeoutError ? error.message : '')
    }
    await this.applyDecision(context, result)
  }

  private async decide(situation: Situation, signal: AbortSignal): Promise<EngineResult> {
    const { db, clock, engine } = this.deps
    const { row, messages } = situation
    const { hostId, config } = situation.ai
    const at = { entId: row.entId, relationId: hostId, accountId: row.relationId }
    const reader = this.deps.search.readerOf(at, config.role.business)
    const readPictures = () => this.deps.pictures.read(row.entId, burstOf(messages))
    const input = await toEngineInput(db.sql, situation, { ...reader, readPictures, signal, now: clock.now() })
    return decideWithTimeout(engine, input, ANSWER_LIMIT_MS)
  }

  private async applyDecision(context: RunContext, result: EngineResult): Promise<void> {
    const { sender, finish } = this.deps
    const { decision } = result
    if (decision.kind === 'silent') return finish.silently(context, decision.detail, result)
    if (decision.kind === 'handoff') return finish.handOver(context, decision.reason, decision.detail, result)
    const held = await sender.send(context, decision, result)
    if (!held) return
    if (held === ASKED_MEANWHILE) {
      const { asked, answers } = context.situation.stored.memory
      return finish.silently(context, held.blocked, { ...result, memory: { ...result.memory, asked, answers } })
    }
    // The guard refused the text: an agent has to answer.
    if (held.why === 'refused' || held.why === 'reword')
      return finish.handOver(context, 'checker', held.blocked, result)
    await finish.asOutdated(context, held.blocked, result)
  }

  private finishAborted(context: RunContext, why: string): Promise<void> {
    const { finish } = this.deps
    return why === NODE_STOPPING ? finish.release(context, why) : finish.asOutdated(context, why)
  }
}
