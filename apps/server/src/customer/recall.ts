import type { AgentId, MessageId, MessageStatus, SenderKind } from '@ruwu/contract'
import { RECALL, RECALLED } from '@ruwu/domain'
import type { Queryable } from '../db/database.ts'
import { append, type CustomerChange } from './customer-change.ts'
import { type MessageKey, writeRecalled } from './customer-message.repo.ts'

/** Tombstone content of a recalled message. */
export const RECALLED_CONTENT = { type: RECALLED }

/** Appends the recall marker to the thread, and blanks the list's summary where it shows the recalled message. */
export function noteRecall(
  change: CustomerChange,
  { seq, chatId }: { seq: number; chatId: string },
  by: { senderKind: SenderKind; agentId?: AgentId },
  now: Date,
): void {
  append(change, { ...by, content: { type: RECALL, text: chatId, unreadable: true } }, now)
  const { customer: row } = change
  if (row.lastMessage && row.lastMessageSeq === seq) row.lastMessage = { ...row.lastMessage, type: RECALLED, text: '' }
}

type Stored = MessageKey & { id: MessageId; chatId: string; status: MessageStatus; isRead: boolean }

/** Overwrites a stored message with the tombstone and emits `message_change`. */
export async function storeRecall(
  db: Queryable,
  change: CustomerChange,
  { id, chatId, status, isRead, ...key }: Stored,
  operatorId: AgentId | null,
  now: Date,
): Promise<void> {
  await writeRecalled(db, key, RECALLED_CONTENT, now)
  change.events.push({
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
