import type { AccountType, AdStatus, EntId, RelationId, Source } from '@ruwu/contract'
import type { Reception, StartingSituation } from '@ruwu/domain'
import type { InboundEvent } from '../channels/source.ts'
import type { inboundCause } from '../db/schema/index.ts'
import type { ReturnRule } from '../customer/account-reception.repo.ts'

/** The account an event belongs to. */
export type InboundAccount = {
  entId: EntId
  id: RelationId
  accountType: AccountType
  source: Source
  /** Reception that a new session begins with. */
  starting: Reception
  /** The facts it follows from. */
  situation: StartingSituation
  returns: ReturnRule
  /** When the platform last told something about it, to 10 s. */
  lastInAt: Date | null
  adStatus: AdStatus
  /** Whether card rules exist for the account; most have none. */
  hasCardRules: boolean
}

export type ConversationEvent = Extract<
  InboundEvent,
  { kind: 'message' | 'echo' | 'enter' | 'recall' | 'read' | 'card_submitted' | 'wechat_copied' | 'comment' }
>

export type CommentEvent = Extract<InboundEvent, { kind: 'comment' }>

/** Applied as they arrive. A comment is applied once automation finds that it shows intent. */
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

/** A recent action of a customer that automation may answer. */
export type Cause = Pick<CauseRow, 'entId' | 'customerId' | 'messageSeq'> & CauseRow['what']

/** Events older than this are stored and shown but trigger no automation. */
export const STALE_MS = 24 * 3_600_000

/** A stored event: JSON made its instants text. */
export function restoreEvent(stored: Record<string, unknown>): InboundEvent {
  const event = { ...stored, occurredAt: new Date(String(stored.occurredAt)) } as InboundEvent
  return event.kind === 'proactive_grant' && event.until ? { ...event, until: new Date(event.until) } : event
}
