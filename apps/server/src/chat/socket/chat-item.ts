import type { EntId } from '@ruwu/contract'
import type { Committed } from '../message/index.ts'
import type { Bus, ChatItem } from '../../realtime/index.ts'

type SentMessage = Pick<Committed, 'seq' | 'chatId' | 'senderId' | 'content' | 'createdAt'>

export const toItem = (
  { seq, chatId, senderId, content, createdAt }: SentMessage,
  ends: { low: string | null; high: string | null } | undefined,
  receivers: string[],
): ChatItem => ({
  seq,
  chatId,
  senderId,
  content,
  createdAt: createdAt.toISOString(),
  low: ends?.low ?? null,
  high: ends?.high ?? null,
  receivers,
})

/**
 * Call after commit, from any process: publishes a customer thread's messages to `receivers`, the agents that may see
 * the customer.
 */
export function announceThread(
  bus: Bus,
  thread: { entId: EntId; customerId: string; messages: readonly SentMessage[]; receivers: string[] },
): void {
  const items = thread.messages.map((message) => toItem(message, undefined, thread.receivers))
  bus.publish({ kind: 'chat', entId: thread.entId, topicId: thread.customerId, items })
}
