import type { AgentId, CustomerId, EntId, KickReason } from '@ruwu/contract'
import type { StoredEvent } from '../db/event-log.ts'
import type { ChatItem } from '../chat/socket/chat-item.ts'

/** What nodes tell each other. Nothing here is durable: what must not be lost is in the database and only hurried along here. */
export type BusMessage =
  | { kind: 'events'; events: WireEvent[] }
  | { kind: 'chat'; entId: EntId; topicId: string; items: ChatItem[] }
  | { kind: 'push'; entId: EntId; targets: { userId: string; frame: object }[]; except?: string }
  /** A sign-in goes on under another token: what was remembered of the old one no longer holds. */
  | { kind: 'token-replaced'; sessionId: string }
  /** Something was put into a queue: whoever works it off need not wait for the next look. */
  | { kind: 'work'; queue: WorkQueue }
  /** Customers wait for the AI's answer, or no longer do: what is thought about older words of theirs is over. */
  | { kind: 'answering'; entId: EntId; customers: { id: CustomerId; inboundSeq: number; epoch: number }[] }
  /** A page of an agent (null: each) shows a customer, or (null) none any more; `receivers` are the agents who may know. */
  | { kind: 'viewing'; entId: EntId; agentId: AgentId; tab: string; look: Look }
  | { kind: 'viewing'; entId: EntId; agentId: AgentId; tab: string | null; look: null }
  | { kind: 'revoked'; entId: EntId; sessionIds: string[]; reason: KickReason | null }

export type WorkQueue = 'inbound' | 'outbound' | 'media' | 'causes' | 'drain'

export type Look = { customerId: CustomerId; isComposing: boolean; until: string; receivers: AgentId[] }

/** An event as it crosses the bus; instants as text. */
export type WireEvent = Omit<StoredEvent, 'createdAt'> & { createdAt: string }

export type Bus = {
  /** Whether announcements of one publisher, and there is only one, keep their order. */
  isOrdered: boolean
  /** Reaches every node, this one included. */
  publish(message: BusMessage): void
  subscribe(listener: (message: BusMessage) => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}

export function memoryBus(): Bus {
  const listeners = new Set<(message: BusMessage) => void>()
  return {
    isOrdered: true,
    publish: (message) => {
      for (const listener of listeners) listener(message)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ping: async () => {},
    close: async () => listeners.clear(),
  }
}
