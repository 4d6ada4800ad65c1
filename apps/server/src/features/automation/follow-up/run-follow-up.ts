import { FOLLOW_UP_LIMITS, type FollowUpMode, type MessageId } from '@ruwu/contract'
import { followUpDue, followUpName, RESERVED_TEXT } from '@ruwu/domain'
import type { Database, Transaction } from '../../../db/database.ts'
import type { FollowUpWriter } from '../../../engine/index.ts'
import type { KnowledgeSearch } from '../../../engine/retrieval/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  type AutomaticSender,
  type Case,
  type Expected,
  type FindSendingAccount,
  lockCase,
  quotaOf,
} from '../../../customer/index.ts'
import { addLog } from '../log.repo.ts'
import { advance, type Claim, postpone, release, removeFollowUps } from './follow-up.repo.ts'
import { findTalk, lookAt, type Standing } from './eligibility.ts'
import { findWords, type Wording, type Words } from './follow-up-text.ts'

export type FollowingUpDeps = {
  db: Database
  clock: Clock
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  writer: FollowUpWriter
  search: KnowledgeSearch
}

type Due = Extract<Standing, { kind: 'due' }>

/** What was thought of, and how things stood then. */
type Thought = { words: Words; expected: Expected }

type Outcome =
  { result: 'skipped' | 'failed'; reason: string } | { result: 'sent'; messageId: MessageId; said: Wording }

/** After so many nodes broke off over the same step it is left out. */
const TRIES_MAX = 3
const BROKEN_OFF: Outcome = { result: 'failed', reason: '多次中断' }

/** Speaks to one customer who has fallen silent: finds the words, and says them only where nothing has changed meanwhile. */
export class FollowingUp {
  private readonly deps: FollowingUpDeps

  constructor(deps: FollowingUpDeps) {
    this.deps = deps
  }

  /** Finds the words; what is answered says them. */
  async begin(claim: Claim, signal: AbortSignal): Promise<() => Promise<void>> {
    const { db, clock } = this.deps
    const began = clock.now()
    try {
      const thought = claim.tries > TRIES_MAX ? undefined : await this.think(claim, began, signal)
      return () => db.transaction((tx) => this.conclude(tx, claim, began, thought))
    } catch (error) {
      if (!signal.aborted) throw error
      return () => release(db.sql, claim)
    }
  }

  /** Undefined: it is not the time to speak. */
  private async think(claim: Claim, now: Date, signal: AbortSignal): Promise<Thought | undefined> {
    const { sql } = this.deps.db
    const talk = await findTalk(sql, claim)
    const standing = talk && (await lookAt(sql, claim, talk, now))
    if (!talk || standing?.kind !== 'due') return undefined
    const words = await findWords(this.deps, talk.customer, { step: standing.step, no: claim.step, signal })
    const { receptionType, receptionEpoch, lastInboundSeq: inboundSeq, lastHumanSeq: humanSeq } = talk.customer
    return { words, expected: { receptionType, receptionEpoch, inboundSeq, humanSeq } }
  }

  /** Under the customer's lock, as everybody who speaks to them: what was seen before is looked at once more. */
  private async conclude(tx: Transaction, claim: Claim, began: Date, thought: Thought | undefined): Promise<void> {
    const now = this.deps.clock.now()
    const of = await lockCase(tx.sql, claim.entId, claim.customerId)
    const standing: Standing = of ? await lookAt(tx.sql, claim, of, now) : { kind: 'off' }
    if (!of || standing.kind === 'off') return removeFollowUps(tx.sql, [claim])
    if (standing.kind === 'gone') return undefined
    if (standing.kind === 'later') return postpone(tx.sql, claim, standing.dueAt)
    const note = (outcome: Outcome) => this.note(tx, claim, of, { mode: standing.step.mode, outcome, began })
    if (standing.kind === 'excluded') {
      await note({ result: 'skipped', reason: standing.reason })
      return removeFollowUps(tx.sql, [claim])
    }
    if (claim.tries > TRIES_MAX) {
      await note(BROKEN_OFF)
      return this.goOn(tx, claim, standing, now)
    }
    // It may be spoken to only since a moment ago: then it is thought about first.
    if (!thought) return release(tx.sql, claim)
    const used = await this.whyUsedUp(tx, of, now)
    if (used !== undefined) {
      await note({ result: 'skipped', reason: used })
      return removeFollowUps(tx.sql, [claim])
    }
    const outcome = await this.say(tx, claim, thought)
    if (!outcome) return release(tx.sql, claim)
    await note(outcome)
    return this.goOn(tx, claim, standing, now)
  }

  /** No place is left of those the platform gives, less what is kept for people. Nothing but the customer's next word opens it again. */
  private async whyUsedUp(tx: Transaction, of: Case, now: Date): Promise<string | undefined> {
    const { entId, relationId } = of.customer
    const account = await this.deps.findAccount(tx.sql, entId, relationId)
    if (!account) return undefined
    const { blocked, left } = await quotaOf(tx.sql, of, account, now)
    if (blocked) return blocked.text
    return left !== null && left <= account.setting.reserveForHuman ? RESERVED_TEXT : undefined
  }

  /** Undefined: somebody has spoken meanwhile. */
  private async say(tx: Transaction, claim: Claim, { words, expected }: Thought): Promise<Outcome | undefined> {
    if (words.kind === 'none') return { result: 'skipped', reason: words.reason }
    const { entId, customerId } = claim
    let reason = ''
    for (const said of words.wordings) {
      const content = { type: 'text', text: said.text }
      const sent = await this.deps.automatic.send(tx, {
        entId,
        customerId,
        senderKind: 'flow',
        content,
        expected,
        delayMs: 0,
        meta: {},
      })
      if ('messageId' in sent) return { result: 'sent', messageId: sent.messageId, said }
      reason = sent.blocked
      if (sent.why === 'refused') break
      if (sent.why !== 'reword') return undefined
    }
    return { result: 'failed', reason }
  }

  private async note(
    tx: Transaction,
    { entId, customerId, step, since }: Claim,
    { customer: { relationId, sessionId } }: Case,
    { mode, outcome, began }: { mode: FollowUpMode; outcome: Outcome; began: Date },
  ): Promise<void> {
    const at = this.deps.clock.now()
    const came =
      outcome.result === 'sent'
        ? { result: outcome.result, messageId: outcome.messageId, output: outcome.said }
        : { result: outcome.result, reason: outcome.reason }
    const isFirst = await addLog(tx.sql, {
      entId,
      type: 'followUp',
      name: followUpName(step),
      customerId,
      relationId,
      sessionId,
      step,
      input: { mode, silentSec: Math.round((began.getTime() - since.getTime()) / 1000) },
      at,
      durationMs: at.getTime() - began.getTime(),
      ...came,
    })
    if (!isFirst && outcome.result === 'sent') throw new Error('a step was said before')
  }

  private async goOn(tx: Transaction, claim: Claim, { rule }: Due, now: Date): Promise<void> {
    const step = claim.step + 1
    if (step > FOLLOW_UP_LIMITS.steps) return removeFollowUps(tx.sql, [claim])
    const silence = { since: claim.since, step, lastStepAt: now }
    const dueAt = followUpDue(rule.setting, silence, { now, timeZone: rule.timeZone })
    return advance(tx.sql, claim, { dueAt, at: now })
  }
}
