import { DEFAULT_AI_DRAFT, summarise } from '@ruwu/domain'
import type { CustomerRow } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { AutomaticSender, FindSendingAccount } from '../../outbound/index.ts'
import type { LeadRecorder } from '../../customer/lead-recorder.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { EngineResult } from '../../engine/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Claim, dequeue, releaseClaim } from './answer-queue.repo.ts'
import { newValues, saveCollected } from './collected-fields.ts'
import { type HandoffRequest, handOver } from './handoff.ts'
import type { KnowledgeFeedback } from './knowledge-feedback.ts'
import { saveMemory } from './memory.repo.ts'
import { customerKey, expectedState, type RunContext } from './run-context.ts'
import { endRun } from './run.repo.ts'
import { collectedValues, fieldNamesById, readSummary } from './situation.ts'

type RunFinisherDeps = {
  db: Database
  clock: Clock
  writer: CustomerWriter
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  leads: LeadRecorder
  knowledge: KnowledgeFeedback
}

/** Ends a run that sends no answer. */
export class RunFinisher {
  private readonly deps: RunFinisherDeps

  constructor(deps: RunFinisherDeps) {
    this.deps = deps
  }

  /** Hands the customer over to people; when the guard finds the run outdated, ends it as such instead. */
  async handOver(
    context: RunContext,
    reason: HandoffRequest['reason'],
    detail: string,
    result?: EngineResult,
  ): Promise<void> {
    const { db, clock } = this.deps
    const { claim, run, situation } = context
    const { account, ai, messages } = situation
    const summary = summarise(messages, collectedValues(situation, result?.memory), fieldNamesById(situation))
    const request = {
      key: customerKey(run),
      expected: expectedState(run),
      account,
      reason,
      detail,
      summary,
      config: ai.config,
    }
    const held = await db.transaction(async (tx) => {
      const now = clock.now()
      const why = await handOver(tx, this.deps, request, now)
      if (why) return why
      await endRun(tx.sql, run, { state: reason === 'error' ? 'failed' : 'handoff', detail, now }, result)
      if (result) await this.saveOutcome(tx, context, result, now)
      await dequeue(tx.sql, claim)
      return undefined
    })
    if (held) await this.asOutdated(context, detail, result)
  }

  /** Keeps the memory and collected fields of a decision that sent nothing. */
  private async saveOutcome(
    tx: Transaction,
    { run, situation }: RunContext,
    result: EngineResult,
    now: Date,
  ): Promise<void> {
    const { knowledge } = this.deps
    const { memory } = result
    const key = customerKey(run)
    // The count of turns without a knowledge hit restarts when the AI receives the customer again.
    await saveMemory(tx.sql, key, { memory: { ...memory, misses: 0 }, sessionId: run.sessionId, day: null }, now)
    const values = newValues(situation.stored.memory, memory)
    await saveCollected(tx, this.deps, { key, values, fields: situation.fields, seq: run.answeredSeq }, now)
    tx.afterCommit(() => void knowledge.record(run, situation.ai, result))
  }

  /** The engine decided that the message needs no answer. */
  async silently({ claim, run, situation }: RunContext, detail: string, result: EngineResult): Promise<void> {
    const { db, clock } = this.deps
    const now = clock.now()
    const { memory } = result
    const key = customerKey(run)
    const values = newValues(situation.stored.memory, memory)
    await db.transaction(async (tx) => {
      await saveCollected(tx, this.deps, { key, values, fields: situation.fields, seq: run.answeredSeq }, now)
      await endRun(tx.sql, run, { state: 'silent', detail, now }, result)
      await saveMemory(tx.sql, key, { memory, sessionId: run.sessionId, day: null }, now)
      await dequeue(tx.sql, claim)
    })
  }

  /** The customer's state changed during the run. A newer message has its own queue round, so dequeuing this one loses nothing. */
  async asOutdated({ claim, run }: RunContext, detail: string, result?: EngineResult): Promise<void> {
    const { db, clock } = this.deps
    await endRun(db.sql, run, { state: 'dropped', detail, now: clock.now() }, result)
    await dequeue(db.sql, claim)
  }

  /** This node is shutting down: the claim is released for another node. */
  async release({ claim, run }: RunContext, detail: string): Promise<void> {
    const { db, clock } = this.deps
    await endRun(db.sql, run, { state: 'dropped', detail, now: clock.now() })
    await releaseClaim(db.sql, claim)
  }

  /** No published AI when the run was to start: hands over to people like a failed run. */
  async withoutAi(claim: Claim, row: CustomerRow): Promise<void> {
    const { db, clock, findAccount } = this.deps
    const { entId, id: customerId, relationId } = row
    await db.transaction(async (tx) => {
      const now = clock.now()
      const request: HandoffRequest = {
        key: { entId, customerId },
        expected: {
          receptionType: 'ai_agent',
          receptionEpoch: row.receptionEpoch,
          inboundSeq: row.lastInboundSeq,
          humanSeq: row.lastHumanSeq,
        },
        account: await findAccount(tx.sql, entId, relationId),
        reason: 'error',
        detail: NO_AI_TEXT,
        summary: await readSummary(tx.sql, row),
        config: DEFAULT_AI_DRAFT,
      }
      await handOver(tx, this.deps, request, now)
      await dequeue(tx.sql, claim)
    })
  }
}

const NO_AI_TEXT = 'AI 智能体未发布'
