import { RECALL_WINDOW_MS } from '@ruwu/domain'
import type { ConversationEvent } from './inbound-batch.ts'
import type { KnownMessage } from './known-message.ts'

/** The recaller sent it, and it was young enough, by the platform's times where it gives them. */
export function recallInside(target: KnownMessage, event: Extract<ConversationEvent, { kind: 'recall' }>): boolean {
  const sender = target.senderKind === 'customer' ? 'customer' : 'business'
  if (event.by !== 'unknown' && event.by !== sender) return false
  const saidAt = target.platformTime ?? target.createdAt
  return event.occurredAt.getTime() - saidAt.getTime() < RECALL_WINDOW_MS
}
