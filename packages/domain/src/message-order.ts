import { type Instant, timeOf } from './instant.ts'

type OrderedMessage = { seq: number; createdAt: Instant }

/** By seq, then by time; equal ones keep the order they came in. */
export function compareMessages(a: OrderedMessage, b: OrderedMessage): number {
  return a.seq - b.seq || timeOf(a.createdAt) - timeOf(b.createdAt) || 0
}

export function sortMessages<M extends OrderedMessage>(messages: readonly M[]): M[] {
  return messages.toSorted(compareMessages)
}
