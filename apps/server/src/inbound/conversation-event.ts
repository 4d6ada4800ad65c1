import type { AccountType, EntId, RelationId, Source } from '@ruwu/contract'
import type { Reception, StartingSituation } from '@ruwu/domain'
import type { InboundEvent } from '../channels/source.ts'
import type { inboundCause } from '../db/schema/index.ts'
import type { ReturnRule } from '../customer/account-reception.repo.ts'

/** The account an event speaks of, as far as receiving needs it. */
export type InboundAccount = {
  entId: EntId
  id: RelationId
  accountType: AccountType
  source: Source
  /** Which reception a session of it would begin with now. */
  starting: Reception
  /** What that follows from. */
  situation: StartingSituation
  returns: ReturnRule
  /** Whether a card rule looks at what its customers say; most accounts have none. */
  hasCardRules: boolean
}

export type ConversationEvent = Extract<
  InboundEvent,
  { kind: 'message' | 'echo' | 'enter' | 'recall' | 'read' | 'card_submitted' | 'wechat_copied' }
>

export const CONVERSATION_KINDS = [
  'message',
  'echo',
  'enter',
  'recall',
  'read',
  'card_submitted',
  'wechat_copied',
] as const

export type InboundItem = { account: InboundAccount; event: ConversationEvent }

export type CauseRow = typeof inboundCause.$inferSelect

/** A customer came or said something lately: what may be answered by itself. */
export type Cause = Pick<CauseRow, 'entId' | 'customerId' | 'messageSeq'> & CauseRow['what']

/** What is told this late is stored and shown, but wakes nobody. */
export const STALE_MS = 24 * 3_600_000
