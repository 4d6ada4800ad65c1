import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_LIMIT_MS, burstOf } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Engine, EngineResult } from '../../engine/index.ts'
import type { KnowledgeSearch } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FindSendingAccount } from '../../customer/index.ts'
import { isAvailable } from '../points/index.ts'
import type { Begun } from './run-context.ts'
import type { Ending } from './finish-run.ts'
import { toEngineInput } from './engine-input.ts'
import { isToAnswer } from './awaits-ai.ts'
import type { Pictures } from './picture-reader.ts'
import { beginRun, endLostRuns, type Run } from './run.repo.ts'
import type { Saying } from './send-answer.ts'
import { findCustomer, readSituation, type Situation } from './situation.ts'
import { think, ThoughtTooLongError } from './decide-with-timeout.ts'
import { type Claim, postponeWaiting, removeWaiting } from './answer-queue.repo.ts'

export type AnsweringDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  engine: Engine
  search: KnowledgeSearch
  findAccount: FindSendingAccount
  saying: Saying
  ending: Ending
  pictures: Pictures
}

/** What a thought is about; whoever learns that it no longer holds breaks it off. */
export type Thought = { signal: AbortSignal; begin(of: { answeredSeq: number; epoch: number }): void }

/** Why everything is broken off when a node stops. */
export const NODE_STOPS = '节点停止'

const POINTS_LOOK_MS = 5_000

/** After so many nodes broke off over the same words, people receive the customer. */
const TRIES_MAX = 3

/** Answers one customer: thinks, and says it only where nothing has changed meanwhile. */
export class Answering {
  private readonly deps: AnsweringDeps

  constructor(deps: AnsweringDeps) {
    this.deps = deps
  }

  async answer(claim: Claim, thought: Thought): Promise<void> {
    const { db, clock, findAccount, saying, ending } = this.deps
    const row = await findCustomer(db.sql, claim)
    if (claim.tries > 1) await endLostRuns(db.sql, claim)
    if (row && (await saying.goOn(claim, row))) return
    if (!row || !isToAnswer(row)) return removeWaiting(db.sql, claim)
    thought.begin({ answeredSeq: row.lastInboundSeq, epoch: row.receptionEpoch })
    const now = clock.now()
    const situation = await readSituation(db.sql, row, { findAccount, now })
    if (!situation) return ending.stop(claim, row)
    // Whoever watches the points takes the customer from the AI meanwhile; if there are points again first, it answers.
    if (!(await isAvailable(db.sql, row.entId, row.relationId, now)))
      return postponeWaiting(db.sql, claim, new Date(now.getTime() + POINTS_LOOK_MS))
    await this.run({ claim, situation, run: await this.begin(situation, now) }, thought.signal)
  }

  private begin({ row, ai, said }: Situation, now: Date): Promise<Run> {
    return beginRun(this.deps.db.sql, {
      entId: row.entId,
      customerId: row.id,
      relationId: row.relationId,
      sessionId: row.sessionId,
      epoch: row.receptionEpoch,
      answeredSeq: row.lastInboundSeq,
      humanSeq: row.lastHumanSeq,
      agentVersion: ai.version,
      question: burstOf(said)
        .map(({ text }) => text)
        .join('\n'),
      startedAt: now,
    })
  }

  private async run(begun: Begun, signal: AbortSignal): Promise<void> {
    const { claim, situation } = begun
    const { ending, log } = this.deps
    const { advanced } = situation.ai.config
    if (situation.kept.answersOn(situation.day) >= advanced.dailyReplies)
      return ending.handOver(begun, 'daily_replies', '')
    if (claim.tries > TRIES_MAX) return ending.handOver(begun, 'error', '多次中断')
    let thought: EngineResult
    try {
      thought = await this.think(situation, signal)
      // As long as a person would take, before it is looked whether it still holds.
      if (thought.decision.kind === 'answer') await sleep(advanced.delaySec * 1000, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return this.breakOff(begun, String(signal.reason))
      log.warn({ err: error, customerId: claim.customerId }, 'an answer failed')
      // What went wrong inside is for the log; agents read only what they can understand.
      return ending.handOver(begun, 'error', error instanceof ThoughtTooLongError ? error.message : '')
    }
    await this.carryOut(begun, thought)
  }

  private async think(situation: Situation, signal: AbortSignal): Promise<EngineResult> {
    const { db, clock, engine } = this.deps
    const { row, said } = situation
    const at = { entId: row.entId, relationId: situation.ai.hostId }
    const search = (question: string) => this.deps.search.find(at, question)
    const readPictures = () => this.deps.pictures.read(row.entId, burstOf(said))
    const input = await toEngineInput(db.sql, situation, { search, readPictures, signal, now: clock.now() })
    return think(engine, input, ANSWER_LIMIT_MS)
  }

  private async carryOut(begun: Begun, thought: EngineResult): Promise<void> {
    const { saying, ending } = this.deps
    const { decision } = thought
    if (decision.kind === 'silent') return ending.beSilent(begun, decision.detail, thought)
    if (decision.kind === 'handoff') return ending.handOver(begun, decision.reason, decision.detail, thought)
    const held = await saying.say(begun, decision, thought)
    if (!held) return
    // What may not be said at all is for people to say otherwise.
    if (held.why === 'refused' || held.why === 'reword') return ending.handOver(begun, 'checker', held.blocked, thought)
    await ending.drop(begun, held.blocked, thought)
  }

  private breakOff(begun: Begun, why: string): Promise<void> {
    const { ending } = this.deps
    return why === NODE_STOPS ? ending.release(begun, why) : ending.drop(begun, why)
  }
}
