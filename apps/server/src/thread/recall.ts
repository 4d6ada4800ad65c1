import type { AgentId, MessageId, MessageStatus, SenderKind } from '@ruwu/contract'
import { RECALL_WINDOW_MS } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { message } from '../db/schema/index.ts'
import { RECALL, RECALLED } from '../chat/message/index.ts'
import { append, type Case } from '../customer/customer-change.ts'
import type { ConversationEvent } from '../inbound/conversation-event.ts'
import type { KnownMessage } from '../inbound/known-message.ts'
import { askReindex } from '../customer/search-pending.repo.ts'
import type { OutgoingKey } from '../outbound/delivery-status.repo.ts'

/** What is left of a message that was taken back. */
export const RECALLED_CONTENT = { type: RECALLED }

/** The recaller sent it, and it was young enough, by the platform's times where it gives them. */
export function recallInside(target: KnownMessage, event: Extract<ConversationEvent, { kind: 'recall' }>): boolean {
  const sender = target.senderKind === 'customer' ? 'customer' : 'business'
  if (event.by !== 'unknown' && event.by !== sender) return false
  const saidAt = target.platformTime ?? target.createdAt
  return event.occurredAt.getTime() - saidAt.getTime() < RECALL_WINDOW_MS
}

/** Tells the thread of it, and the list where it was the last word. */
export function noteRecall(
  of: Case,
  { seq, chatId }: { seq: number; chatId: string },
  by: { senderKind: SenderKind; agentId?: AgentId },
  now: Date,
): void {
  append(of, { ...by, content: { type: RECALL, text: chatId, unreadable: true } }, now)
  const { customer: row } = of
  if (row.lastMessage && row.lastMessageSeq === seq) row.lastMessage = { ...row.lastMessage, type: RECALLED, text: '' }
}

type Stored = OutgoingKey & { id: MessageId; chatId: string; status: MessageStatus; isRead: boolean }

/** Takes a stored message's words away. */
export async function storeRecall(
  db: Queryable,
  of: Case,
  { id, chatId, status, isRead, ...key }: Stored,
  operatorId: AgentId | null,
  now: Date,
): Promise<void> {
  await db
    .update(message)
    .set({ content: RECALLED_CONTENT, isRecalled: true, updatedAt: now })
    .where(and(eq(message.entId, key.entId), eq(message.topicId, key.customerId), eq(message.seq, key.seq)))
  await askReindex(db, key)
  of.events.push({
    type: 'message_change',
    messageId: id,
    chatId,
    status,
    read: isRead,
    recall: true,
    content: RECALLED_CONTENT,
    operatorId,
  })
}
