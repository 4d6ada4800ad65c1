import { type FollowUpFacts, whyNotFollowedUp } from '@ruwu/domain'
import type { Case, CustomerRow } from '../../../customer/index.ts'
import { systemTagId } from '../../tag/index.ts'

const FAILED = 2

/** What the rule needs to know of a customer and their open session. */
export const factsOf = (row: CustomerRow, session: Case['session']): FollowUpFacts => ({
  receptionType: row.receptionType,
  hasOpenSession: row.sessionId !== null,
  isArchived: row.archive,
  isBlocked: row.isBlocked,
  hasLead: row.leadStatus !== null && row.leadStatus !== 'invalid',
  hasNoIntent: row.tagIds.includes(systemTagId(row.entId, 'no_intent')),
  isUndelivered: row.lastOutboundStatus === FAILED,
  isWaiting: row.waitingSince !== null,
  // Nobody waits, so it was our word.
  lastReplyAt: row.lastInboundAt === null ? null : (session?.lastTalkAt ?? null),
})

/** Whether they could be waiting to be spoken to, as far as their row alone tells. */
export const mayBeSilent = (row: Readonly<CustomerRow>): boolean =>
  whyNotFollowedUp({ ...factsOf(row, undefined), lastReplyAt: row.lastInboundAt }) === undefined
