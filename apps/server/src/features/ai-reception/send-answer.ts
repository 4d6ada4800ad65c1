import type { AiDecision, TagId } from '@ruwu/contract'
import type { Database, Transaction } from '../../db/database.ts'
import type { EngineResult, TextPosition } from '../../engine/index.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type CustomerRow,
  type Desk,
  type GuardedResult,
  type HeldBack,
  type LeadKeeper,
  lockCase,
  type Speaker,
} from '../../customer/index.ts'
import { type Begun, expectedOf, keyOf } from './run-context.ts'
import { bindTagsByAi } from './bind-tags.ts'
import { keepCollected, newValues } from './collected-fields.ts'
import type { KnowledgeNotes } from './knowledge-feedback.ts'
import { keepMemory } from './memory.repo.ts'
import { addSaid, endRun, findAnswered, listSaid, type Run } from './run.repo.ts'
import { type Claim, removeWaiting } from './answer-queue.repo.ts'

export type Answer = Extract<AiDecision, { kind: 'answer' }>

type SayingDeps = {
  db: Database
  clock: Clock
  desk: Desk
  speaker: Speaker
  leads: LeadKeeper
  knowledge: KnowledgeNotes
}

type Part = { text: string } | { materialId: string }

const partsOf = ({ texts, materialId }: Answer): Part[] => [
  ...texts.map((text) => ({ text })),
  ...(materialId ? [{ materialId }] : []),
]

const ARCHIVED: HeldBack = { blocked: '会话已归档', why: 'reception' }
const SHUT_OUT: HeldBack = { blocked: '该客户已被拉黑', why: 'reception' }
const ANSWERED: HeldBack = { blocked: '已经回答过', why: 'reception' }

/** Says an answer: its parts one after the other, each under the guard and in a transaction of its own. */
export class Saying {
  private readonly deps: SayingDeps

  constructor(deps: SayingDeps) {
    this.deps = deps
  }

  /** Why nothing of it was said; undefined where it was, at least its beginning. */
  async say({ claim, run, situation }: Begun, decision: Answer, thought: EngineResult): Promise<HeldBack | undefined> {
    const { name } = situation.row
    const held = await this.sayPart(claim, run, name, decision, 0, (tx) =>
      this.keep(tx, { claim, run, situation }, decision, thought),
    )
    if (held) return held
    await this.sayRest(claim, run, name, decision, 1)
    return undefined
  }

  /**
   * The same words were answered already, by a node that broke off before the end: what is missing of the answer is said now.
   * False: they were not.
   */
  async goOn(claim: Claim, row: CustomerRow): Promise<boolean> {
    const { db } = this.deps
    const { entId, id: customerId, lastInboundSeq: answeredSeq, receptionEpoch: epoch } = row
    const begun = await findAnswered(db.sql, { entId, customerId, answeredSeq, epoch })
    if (!begun) return false
    const said = await listSaid(db.sql, begun)
    if (begun.decision?.kind === 'answer' && row.lastHumanSeq < (said[0] ?? 0)) {
      await this.sayRest(claim, { ...begun, humanSeq: row.lastHumanSeq }, row.name, begun.decision, said.length)
    }
    await removeWaiting(db.sql, claim)
    return true
  }

  /** What may not be said any more is left out; what was said stands. */
  private async sayRest(claim: Claim, run: Run, name: string, decision: Answer, from: number): Promise<void> {
    for (let index = from; index < partsOf(decision).length; index += 1) {
      if (await this.sayPart(claim, run, name, decision, index)) return removeWaiting(this.deps.db.sql, claim)
    }
  }

  /** The message, what is remembered of it, and with the last part that nothing is left to answer: one transaction. */
  private sayPart(
    claim: Claim,
    run: Run,
    name: string,
    decision: Answer,
    index: number,
    keep?: (tx: Transaction) => Promise<void>,
  ): Promise<HeldBack | undefined> {
    const parts = partsOf(decision)
    return this.deps.db.transaction(async (tx) => {
      const of = await lockCase(tx.sql, run.entId, run.customerId)
      if (!of || of.customer.archive) return ARCHIVED
      if (of.customer.isBlocked) return SHUT_OUT
      if (index === 0 && (await findAnswered(tx.sql, run))) return ANSWERED
      const result = await this.send(tx, run, name, parts[index] as Part, {
        isFirst: index === 0,
        isLast: index === decision.texts.length - 1,
      })
      if (!('messageId' in result)) return result
      await addSaid(tx.sql, run, result.messageId, index)
      await keep?.(tx)
      if (index === parts.length - 1) await removeWaiting(tx.sql, claim)
      return undefined
    })
  }

  private send(tx: Transaction, run: Run, name: string, part: Part, place: TextPosition): Promise<GuardedResult> {
    const common = { ...keyOf(run), expected: expectedOf(run) }
    if ('materialId' in part) return this.deps.speaker.sendCard(tx, { ...common, ...part })
    return this.deps.speaker.say(tx, { ...common, ...part, place, senderKind: 'ai', name })
  }

  /** What comes of an answer besides its words. */
  private async keep(
    tx: Transaction,
    { run, situation }: Begun,
    decision: Answer,
    thought: EngineResult,
  ): Promise<void> {
    const { clock, desk, leads, knowledge } = this.deps
    const now = clock.now()
    const key = keyOf(run)
    const { kept, day, fields, ai } = situation
    await endRun(tx.sql, run, { state: 'sent', detail: '', now }, thought)
    await keepMemory(tx.sql, key, { memory: thought.memory, sessionId: run.sessionId, day }, now)
    const values = newValues(kept.memory, thought.memory)
    await keepCollected(tx, { desk, leads }, { key, values, fields, seq: run.answeredSeq }, now)
    await bindTagsByAi(tx, desk, key, decision.tagIds as TagId[], now)
    tx.afterCommit(() => void knowledge.note(run, ai, thought))
  }
}
