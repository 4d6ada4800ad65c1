import { type Instant, timeOf } from './instant.ts'

type OrderedConversation = { lastMessageAt?: Instant | null; updatedAt?: Instant | null }

/** Newest first by last message, else by last change; without either last. */
export function compareConversations(a: OrderedConversation, b: OrderedConversation): number {
  return latestTime(b) - latestTime(a)
}

export function sortConversations<C extends OrderedConversation>(conversations: readonly C[]): C[] {
  return conversations.toSorted(compareConversations)
}

// A missing time on the wire may also be an empty string; NaN would break the sort.
function latestTime({ lastMessageAt, updatedAt }: OrderedConversation): number {
  return timeOf(lastMessageAt || updatedAt || 0) || 0
}

type OrderedMessage = { seq: number; createdAt: Instant }

/** By seq, then by time; equal ones keep the order they came in. */
export function compareMessages(a: OrderedMessage, b: OrderedMessage): number {
  return a.seq - b.seq || timeOf(a.createdAt) - timeOf(b.createdAt) || 0
}

export function sortMessages<M extends OrderedMessage>(messages: readonly M[]): M[] {
  return messages.toSorted(compareMessages)
}
