import type { EntId } from '@ruwu/contract'
import type { ThreadAudience } from '../customer-threads.ts'
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

/** A customer's message for the agents that may see the customer: one item, with the content of each group. */
export function toThreadItem(message: SentMessage, { clear, masked, mask }: ThreadAudience): ChatItem {
  const content = masked.length > 0 ? mask(message.content) : message.content
  if (content === message.content) return toItem(message, undefined, [...clear, ...masked])
  if (clear.length === 0) return toItem({ ...message, content }, undefined, [...masked])
  return { ...toItem(message, undefined, [...clear]), masked: { content, receivers: [...masked] } }
}

/** Call after commit, from any process: publishes a customer thread's messages to the agents that may see the customer. */
export function announceThread(
  bus: Bus,
  thread: { entId: EntId; customerId: string; messages: readonly SentMessage[]; audience: ThreadAudience },
): void {
  const items = thread.messages.map((message) => toThreadItem(message, thread.audience))
  bus.publish({ kind: 'chat', entId: thread.entId, topicId: thread.customerId, items })
}
