import type { AiDecision, KnowledgePiece, MessageId, TagId } from '@ruwu/contract'
import { CONTACT_KEYS, withoutContactRequest } from '@ruwu/domain'
import type { CustomerRow } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import { type AutomaticSender, cardMessage, type HeldBack } from '../../outbound/index.ts'
import type { LeadRecorder } from '../../customer/lead-recorder.ts'
import { findContactRequest } from '../../customer/contact-request.repo.ts'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { EngineResult } from '../../engine/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Claim, dequeue } from './answer-queue.repo.ts'
import { bindTagsByAi } from './bind-tags.ts'
import { newValues, saveCollected } from './collected-fields.ts'
import type { KnowledgeFeedback } from './knowledge-feedback.ts'
import { saveMemory } from './memory.repo.ts'
import { customerKey, expectedState, type RunContext } from './run-context.ts'
import { endRun, findAnsweredRun, insertRunMessage, listSentParts, type Run } from './run.repo.ts'

type Answer = Extract<AiDecision, { kind: 'answer' }>

type AnswerSenderDeps = {
  db: Database
  clock: Clock
  writer: CustomerWriter
  automatic: AutomaticSender
  leads: LeadRecorder
  knowledge: KnowledgeFeedback
}

type Part = { text: string } | { materialId: string }

const answerParts = ({ texts, materialId }: Answer): Part[] => [
  ...texts.map((text) => ({ text })),
  ...(materialId ? [{ materialId }] : []),
]

type AnsweredRun = Run & { basis: ReturnType<typeof basisOf> }

/** For the foot of the answer in the thread: how many pieces it was made from, and the best score. */
function basisOf(knowledge: readonly KnowledgePiece[]): { extra?: Record<string, string> } {
  const scores = knowledge.filter(({ isUsed }) => isUsed).map(({ score }) => score)
  if (scores.length === 0) return {}
  return { extra: { basisCount: `${scores.length}`, basisScore: Math.max(...scores).toFixed(2) } }
}

const ARCHIVED: HeldBack = { blocked: '会话已归档', why: 'reception' }
const BLOCKED: HeldBack = { blocked: '该客户已被拉黑', why: 'reception' }
const ALREADY_ANSWERED: HeldBack = { blocked: '已经回答过', why: 'reception' }
/** The answer was only a request for the contact, and a rule or a person has asked for it meanwhile. */
export const ASKED_MEANWHILE: HeldBack = { blocked: '本轮已请客户留下联系方式', why: 'reception' }

/** Sends an answer part by part, each part guarded and in its own transaction. */
export class AnswerSender {
  private readonly deps: AnswerSenderDeps

  constructor(deps: AnswerSenderDeps) {
    this.deps = deps
  }

  /** The reason why nothing was sent; undefined when at least the first part was. */
  async send(
    { claim, run, situation }: RunContext,
    decision: Answer,
    result: EngineResult,
  ): Promise<HeldBack | undefined> {
    let sent = decision
    const answered = { ...run, basis: basisOf(result.knowledge) }
    const held = await this.sendPart(claim, answered, decision, 0, async (tx, first) => {
      sent = first
      await this.saveOutcome(tx, { claim, run, situation }, sent, withDecision(result, sent, situation))
    })
    if (held) return held
    await this.sendRest(claim, answered, sent, 1)
    return undefined
  }

  /**
   * Crash recovery: when a run for the same inbound message and epoch has sent some parts, sends the missing ones. False when there is
   * no such run. Nothing more is sent once an agent wrote after the first part.
   */
  async resume(claim: Claim, row: CustomerRow): Promise<boolean> {
    const { db } = this.deps
    const { entId, id: customerId, lastInboundSeq: answeredSeq, receptionEpoch: epoch } = row
    const sent = await findAnsweredRun(db.sql, { entId, customerId, answeredSeq, epoch })
    if (!sent) return false
    const parts = await listSentParts(db.sql, sent)
    if (sent.decision?.kind === 'answer' && row.lastHumanSeq < (parts[0]?.seq ?? 0)) {
      const next = (parts.at(-1)?.index ?? -1) + 1
      const answered = { ...sent, humanSeq: row.lastHumanSeq, basis: basisOf(sent.knowledge) }
      await this.sendRest(claim, answered, sent.decision, next)
    }
    await dequeue(db.sql, claim)
    return true
  }

  /** Stops at the first part the guard refuses; parts sent before it stay. */
  private async sendRest(claim: Claim, run: AnsweredRun, decision: Answer, from: number): Promise<void> {
    for (let index = from; index < answerParts(decision).length; index += 1) {
      if (await this.sendPart(claim, run, decision, index)) return dequeue(this.deps.db.sql, claim)
    }
  }

  /**
   * One transaction: the message, its run row, the outcome (first part) and the removal from the queue (last part). Under the customer's lock, which
   * card rules take too, the AI's own request for the contact is left out where another message asked for it meanwhile.
   */
  private sendPart(
    claim: Claim,
    run: AnsweredRun,
    whole: Answer,
    index: number,
    saveOutcome?: (tx: Transaction, sent: Answer) => Promise<void>,
  ): Promise<HeldBack | undefined> {
    return this.deps.db.transaction(async (tx) => {
      const change = await lockCustomer(tx.sql, run.entId, run.customerId)
      if (!change || change.customer.archive) return ARCHIVED
      if (change.customer.isBlocked) return BLOCKED
      if (index === 0 && (await findAnsweredRun(tx.sql, run))) return ALREADY_ANSWERED
      const decision = (await this.isContactAsked(tx, run, change.customer)) ? withoutRequest(whole) : whole
      const parts = answerParts(decision)
      if (parts.length === 0) return ASKED_MEANWHILE
      const part = parts[index]
      if (part) {
        const result = await this.sendContent(tx, run, part, index)
        if (!('messageId' in result)) return result
        await insertRunMessage(tx.sql, run, result.messageId, index)
        await saveOutcome?.(tx, decision)
      }
      if (index >= parts.length - 1) await dequeue(tx.sql, claim)
      return undefined
    })
  }

  /** Whether a message other than this run's has asked for the contact since the answered message. */
  private async isContactAsked(tx: Transaction, run: Run, row: CustomerRow): Promise<boolean> {
    if (row.contactAskedSeq <= run.answeredSeq) return false
    const { seq: askedSeq = 0 } = (await findContactRequest(tx.sql, row)) ?? {}
    return askedSeq > run.answeredSeq && !(await listSentParts(tx.sql, run)).some(({ seq }) => seq === askedSeq)
  }

  /** A card is sent as `flow`: it does not answer a turn. */
  private sendContent(
    tx: Transaction,
    run: AnsweredRun,
    part: Part,
    index: number,
  ): Promise<{ messageId: MessageId } | HeldBack> {
    const content =
      'materialId' in part
        ? cardMessage(part.materialId)
        : { senderKind: 'ai' as const, content: { type: 'text', text: part.text }, ...run.basis }
    const name = index > 0 ? { name: `AI 回复第 ${index + 1} 条` } : {}
    return this.deps.automatic.send(tx, {
      ...customerKey(run),
      kind: 'ai_answer',
      ...name,
      ...content,
      expected: expectedState(run),
    })
  }

  /** Everything that is stored with the first part of an answer, besides the message. */
  private async saveOutcome(
    tx: Transaction,
    { run, situation }: RunContext,
    decision: Answer,
    result: EngineResult,
  ): Promise<void> {
    const { clock, writer, leads, knowledge } = this.deps
    const now = clock.now()
    const key = customerKey(run)
    const { stored: kept, day, fields, ai } = situation
    await endRun(tx.sql, run, { state: 'sent', detail: '', now }, result)
    await saveMemory(tx.sql, key, { memory: result.memory, sessionId: run.sessionId, day }, now)
    const values = newValues(kept.memory, result.memory)
    await saveCollected(tx, { writer, leads }, { key, values, fields, seq: run.answeredSeq }, now)
    const isGoalReached = result.memory.isGoalReached && !kept.memory.isGoalReached
    await bindTagsByAi(tx, writer, key, { tagIds: decision.tagIds as TagId[], isGoalReached }, now)
    tx.afterCommit(() => void knowledge.record(run, ai, result))
  }
}

/** The answer without requests for the contact. An answer that only mentions it, and asks for nothing itself, stays. */
function withoutRequest(decision: Answer): Answer {
  const texts = withoutContactRequest(decision.texts)
  if (CONTACT_KEYS.includes(decision.ask ?? '')) return { ...decision, texts, ask: null }
  return texts.length === 0 ? decision : { ...decision, texts }
}

/** The result as it was sent: a request that was left out is not counted. */
function withDecision(result: EngineResult, sent: Answer, { stored }: RunContext['situation']): EngineResult {
  if (result.decision.kind !== 'answer' || result.decision.ask === sent.ask) return result
  return { ...result, decision: sent, memory: { ...result.memory, asked: stored.memory.asked } }
}
