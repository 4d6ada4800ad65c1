import { DEFAULT_AI_DRAFT, summarise } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import type { EngineResult } from '../../engine/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CustomerRow, Desk, FindSendingAccount, LeadKeeper, Speaker } from '../../customer/index.ts'
import { type Begun, expectedOf, keyOf } from './run-context.ts'
import { keepCollected, newValues } from './collected-fields.ts'
import { handOver, type HandOver } from './handoff.ts'
import type { KnowledgeNotes } from './knowledge-feedback.ts'
import { keepMemory } from './memory.repo.ts'
import { endRun } from './run.repo.ts'
import { collectedOf, fieldNamesOf, readSummary } from './situation.ts'
import { type Claim, releaseWaiting, removeWaiting } from './answer-queue.repo.ts'

type EndingDeps = {
  db: Database
  clock: Clock
  desk: Desk
  speaker: Speaker
  findAccount: FindSendingAccount
  leads: LeadKeeper
  knowledge: KnowledgeNotes
}

/** How a run ends that says nothing. */
export class Ending {
  private readonly deps: EndingDeps

  constructor(deps: EndingDeps) {
    this.deps = deps
  }

  /** People receive the customer from now on. */
  async handOver(begun: Begun, reason: HandOver['reason'], detail: string, thought?: EngineResult): Promise<void> {
    const { db, clock } = this.deps
    const { claim, run, situation } = begun
    const { account, ai, said } = situation
    const summary = summarise(said, collectedOf(situation, thought?.memory), fieldNamesOf(situation))
    const over = { key: keyOf(run), expected: expectedOf(run), account, reason, detail, summary, config: ai.config }
    const held = await db.transaction(async (tx) => {
      const now = clock.now()
      const why = await handOver(tx, this.deps, over, now)
      if (why) return why
      await endRun(tx.sql, run, { state: reason === 'error' ? 'failed' : 'handoff', detail, now }, thought)
      if (thought) await this.keep(tx, begun, thought, now)
      await removeWaiting(tx.sql, claim)
      return undefined
    })
    if (held) await this.drop(begun, detail, thought)
  }

  /** What was learned is not lost with the answer. */
  private async keep(tx: Transaction, { run, situation }: Begun, thought: EngineResult, now: Date): Promise<void> {
    const { knowledge } = this.deps
    const { memory } = thought
    const key = keyOf(run)
    // Turns without a hit are counted anew once the AI is back.
    await keepMemory(tx.sql, key, { memory: { ...memory, misses: 0 }, sessionId: run.sessionId, day: null }, now)
    const values = newValues(situation.kept.memory, memory)
    await keepCollected(tx, this.deps, { key, values, fields: situation.fields, seq: run.answeredSeq }, now)
    tx.afterCommit(() => void knowledge.note(run, situation.ai, thought))
  }

  /** Nothing is to be said to it. */
  async beSilent({ claim, run }: Begun, detail: string, thought: EngineResult): Promise<void> {
    const { db, clock } = this.deps
    const now = clock.now()
    const { memory } = thought
    await db.transaction(async (tx) => {
      await endRun(tx.sql, run, { state: 'silent', detail, now }, thought)
      await keepMemory(tx.sql, keyOf(run), { memory, sessionId: run.sessionId, day: null }, now)
      await removeWaiting(tx.sql, claim)
    })
  }

  /** Things are not as they were. Words that came meanwhile wait already, in a round of their own. */
  async drop({ claim, run }: Begun, detail: string, thought?: EngineResult): Promise<void> {
    const { db, clock } = this.deps
    await endRun(db.sql, run, { state: 'dropped', detail, now: clock.now() }, thought)
    await removeWaiting(db.sql, claim)
  }

  /** This node stops: another begins anew. */
  async release({ claim, run }: Begun, detail: string): Promise<void> {
    const { db, clock } = this.deps
    await endRun(db.sql, run, { state: 'dropped', detail, now: clock.now() })
    await releaseWaiting(db.sql, claim)
  }

  /** Before anything was begun: there is no AI any more. People receive the customer as when it fails. */
  async stop(claim: Claim, row: CustomerRow): Promise<void> {
    const { db, clock, findAccount } = this.deps
    const { entId, id: customerId, relationId } = row
    await db.transaction(async (tx) => {
      const now = clock.now()
      const over: HandOver = {
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
      await handOver(tx, this.deps, over, now)
      await removeWaiting(tx.sql, claim)
    })
  }
}

const NO_AI_TEXT = 'AI 智能体未发布'
