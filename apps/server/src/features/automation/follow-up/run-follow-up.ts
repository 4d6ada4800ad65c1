import { FOLLOW_UP_LIMITS, type FollowUpMode, type MessageId } from '@ruwu/contract'
import { followUpDue, followUpName, RESERVED_TEXT } from '@ruwu/domain'
import { type AutomaticSender, type Expected, type FindSendingAccount, readQuota } from '../../../outbound/index.ts'
import type { CustomerChange } from '../../../customer/customer-change.ts'
import { lockCustomer } from '../../../customer/customer-change.repo.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import type { FollowUpWriter } from '../../../engine/index.ts'
import type { KnowledgeSearch } from '../../../engine/retrieval/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { addLog } from '../log.repo.ts'
import { findCustomerSession } from './conversation.repo.ts'
import { checkEligibility, type Eligibility } from './eligibility.ts'
import { type ComposedText, composeText, type TextVariant } from './follow-up-text.ts'
import { advanceStep, type Claim, postpone, release, removeFollowUps } from './follow-up.repo.ts'

type FollowUpRunnerDeps = {
  db: Database
  clock: Clock
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  textWriter: FollowUpWriter
  search: KnowledgeSearch
}

type Due = Extract<Eligibility, { kind: 'due' }>

/** The composed text and the customer's state it was composed for. */
type Draft = { text: ComposedText; expected: Expected }

type Outcome =
  | { result: 'skipped' | 'blocked' | 'failed'; reason: string }
  | { result: 'sent'; messageId: MessageId; variant: TextVariant }

/** After so many interrupted attempts the step is skipped. */
const TRIES_MAX = 3
const TOO_MANY_TRIES: Outcome = { result: 'failed', reason: '多次中断' }

/** Follows up one silent customer: composes the text, then sends it only if the customer's state is unchanged. */
export class FollowUpRunner {
  private readonly deps: FollowUpRunnerDeps

  constructor(deps: FollowUpRunnerDeps) {
    this.deps = deps
  }

  /** Composes the text; the returned function sends it. */
  async begin(claim: Claim, signal: AbortSignal): Promise<() => Promise<void>> {
    const { db, clock } = this.deps
    const startedAt = clock.now()
    try {
      const draft = claim.tries > TRIES_MAX ? undefined : await this.compose(claim, startedAt, signal)
      return () => db.transaction((tx) => this.complete(tx, claim, startedAt, draft))
    } catch (error) {
      if (!signal.aborted) throw error
      return () => release(db.sql, claim)
    }
  }

  /** Undefined when the step is not due. */
  private async compose(claim: Claim, now: Date, signal: AbortSignal): Promise<Draft | undefined> {
    const { sql } = this.deps.db
    const found = await findCustomerSession(sql, claim)
    const eligibility = found && (await checkEligibility(sql, claim, found, now))
    if (!found || eligibility?.kind !== 'due') return undefined
    const text = await composeText(this.deps, found.customer, { step: eligibility.step, no: claim.step, signal })
    const { receptionType, receptionEpoch, lastInboundSeq: inboundSeq, lastHumanSeq: humanSeq } = found.customer
    return { text, expected: { receptionType, receptionEpoch, inboundSeq, humanSeq } }
  }

  /** Under the customer's row lock, like every send: eligibility is checked again. */
  private async complete(tx: Transaction, claim: Claim, startedAt: Date, draft: Draft | undefined): Promise<void> {
    const now = this.deps.clock.now()
    const change = await lockCustomer(tx.sql, claim.entId, claim.customerId)
    const eligibility: Eligibility = change ? await checkEligibility(tx.sql, claim, change, now) : { kind: 'off' }
    if (!change || eligibility.kind === 'off') return removeFollowUps(tx.sql, [claim])
    if (eligibility.kind === 'gone') return undefined
    if (eligibility.kind === 'later') return postpone(tx.sql, claim, eligibility.dueAt)
    const log = (outcome: Outcome) =>
      this.writeLog(tx, claim, change, { mode: eligibility.step.mode, outcome, startedAt })
    if (eligibility.kind === 'excluded') {
      await log({ result: 'skipped', reason: eligibility.reason })
      return removeFollowUps(tx.sql, [claim])
    }
    if (claim.tries > TRIES_MAX) {
      await log(TOO_MANY_TRIES)
      return this.scheduleNext(tx, claim, eligibility, now)
    }
    // Became due only after composing was skipped: released, so that the next run composes.
    if (!draft) return release(tx.sql, claim)
    const exhausted = await this.quotaExhausted(tx, change, now)
    if (exhausted !== undefined) {
      await log({ result: 'blocked', reason: exhausted })
      const { entId, customerId } = claim
      await this.deps.automatic.report(tx, { entId, customerId, kind: 'follow_up', reason: exhausted })
      return removeFollowUps(tx.sql, [claim])
    }
    const outcome = await this.send(tx, claim, draft)
    if (!outcome) return release(tx.sql, claim)
    await log(outcome)
    return this.scheduleNext(tx, claim, eligibility, now)
  }

  /** The reason when the platform's quota, less the part reserved for agents, is used up. Only a new customer message renews it. */
  private async quotaExhausted(tx: Transaction, change: CustomerChange, now: Date): Promise<string | undefined> {
    const { entId, relationId } = change.customer
    const account = await this.deps.findAccount(tx.sql, entId, relationId)
    if (!account) return undefined
    const { blocked, left } = await readQuota(tx.sql, change, account, now, 'follow_up')
    if (blocked) return blocked.text
    return left !== null && left <= account.setting.reserveForHuman ? RESERVED_TEXT : undefined
  }

  /** Undefined when the guard found the state outdated. */
  private async send(tx: Transaction, claim: Claim, { text, expected }: Draft): Promise<Outcome | undefined> {
    if (text.kind === 'none') return { result: 'skipped', reason: text.reason }
    const { entId, customerId } = claim
    let reason = ''
    for (const variant of text.wordings) {
      const sent = await this.deps.automatic.send(tx, {
        entId,
        customerId,
        kind: 'follow_up',
        content: { type: 'text', text: variant.text },
        expected,
        hasAlternative: variant !== text.wordings.at(-1),
      })
      if ('messageId' in sent) return { result: 'sent', messageId: sent.messageId, variant }
      reason = sent.blocked
      if (sent.why === 'refused') break
      if (sent.why !== 'reword') return undefined
    }
    return { result: 'blocked', reason }
  }

  private async writeLog(
    tx: Transaction,
    { entId, customerId, step, since }: Claim,
    { customer: { relationId, sessionId } }: CustomerChange,
    { mode, outcome, startedAt }: { mode: FollowUpMode; outcome: Outcome; startedAt: Date },
  ): Promise<void> {
    const at = this.deps.clock.now()
    const result =
      outcome.result === 'sent'
        ? { result: outcome.result, messageId: outcome.messageId, output: outcome.variant }
        : { result: outcome.result, reason: outcome.reason }
    const isFirst = await addLog(tx.sql, {
      entId,
      type: 'followUp',
      name: followUpName(step),
      customerId,
      relationId,
      sessionId,
      step,
      input: { mode, silentSec: Math.round((startedAt.getTime() - since.getTime()) / 1000) },
      at,
      durationMs: at.getTime() - startedAt.getTime(),
      ...result,
    })
    if (!isFirst && outcome.result === 'sent') throw new Error('the step was logged before')
  }

  private async scheduleNext(tx: Transaction, claim: Claim, { rule }: Due, now: Date): Promise<void> {
    const step = claim.step + 1
    if (step > FOLLOW_UP_LIMITS.steps) return removeFollowUps(tx.sql, [claim])
    const silence = { since: claim.since, step, lastStepAt: now }
    const dueAt = followUpDue(rule.setting, silence, { now, timeZone: rule.timeZone })
    return advanceStep(tx.sql, claim, { dueAt, at: now })
  }
}
