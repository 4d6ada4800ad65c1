import type { FollowUpStep } from '@ruwu/contract'
import {
  FOLLOW_UP_EXCLUSIONS,
  followUpDue,
  type FollowUpExclusion,
  type FollowUpFacts,
  showsNoIntent,
  whyNotFollowedUp,
} from '@ruwu/domain'
import type { CustomerChange, CustomerRow } from '../../../customer/customer-change.ts'
import type { Queryable } from '../../../db/database.ts'
import { systemTagId } from '../../../customer/customer-tags.ts'
import { type FollowUpRule, readRules } from '../setting.repo.ts'
import { type CustomerSession, readLastInboundText } from './conversation.repo.ts'
import { type Claim, findClaimed } from './follow-up.repo.ts'

const FAILED = 2

/** Input of the rule for a customer and the open session. */
export const followUpFacts = (row: CustomerRow, session: CustomerChange['session']): FollowUpFacts => ({
  receptionType: row.receptionType,
  hasOpenSession: row.sessionId !== null,
  isArchived: row.archive,
  isBlocked: row.isBlocked,
  hasLead: row.leadStatus !== null && row.leadStatus !== 'invalid',
  hasNoIntent: row.tagIds.includes(systemTagId(row.entId, 'no_intent')),
  isUndelivered: row.lastOutboundStatus === FAILED,
  isWaiting: row.waitingSince !== null,
  // The customer does not wait, so the last message of the session is ours.
  lastReplyAt: row.lastInboundAt === null ? null : (session?.lastTalkAt ?? null),
})

/** Cheap pre-check on the customer row alone, without the session. */
export const mayBeFollowedUp = (row: Readonly<CustomerRow>): boolean =>
  whyNotFollowedUp({ ...followUpFacts(row, undefined), lastReplyAt: row.lastInboundAt }) === undefined

/** What to do with a claimed follow-up. */
export type Eligibility =
  /** The claim is outdated: a newer message or step replaced it. */
  | { kind: 'gone' }
  /** Follow-ups are switched off for the enterprise. */
  | { kind: 'off' }
  | { kind: 'later'; dueAt: Date }
  | { kind: 'excluded'; reason: string; step: FollowUpStep }
  | { kind: 'due'; step: FollowUpStep; rule: FollowUpRule; lastStepAt: Date | null }

export async function checkEligibility(
  db: Queryable,
  claim: Claim,
  { customer: row, session: open }: CustomerSession,
  now: Date,
): Promise<Eligibility> {
  const waiting = await findClaimed(db, claim)
  if (!waiting) return { kind: 'gone' }
  const rule = (await readRules(db, [claim.entId])).get(claim.entId)
  const step = rule?.setting.steps[claim.step - 1]
  if (!rule || !step) return { kind: 'off' }
  const dueAt = followUpDue(rule.setting, waiting, { now, timeZone: rule.timeZone })
  if (dueAt > now) return { kind: 'later', dueAt }
  const why = waiting.sessionId === row.sessionId ? whyNotFollowedUp(followUpFacts(row, open)) : 'ended'
  if (why) return excluded(why, step)
  if (showsNoIntent(await readLastInboundText(db, row))) return excluded('noIntent', step)
  return { kind: 'due', step, rule, lastStepAt: waiting.lastStepAt }
}

const excluded = (why: FollowUpExclusion, step: FollowUpStep): Eligibility => ({
  kind: 'excluded',
  reason: FOLLOW_UP_EXCLUSIONS[why],
  step,
})
