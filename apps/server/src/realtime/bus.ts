import type { AgentId, Content, CustomerId, EntId, KickReason } from '@ruwu/contract'
import type { StoredEvent } from '../db/event-log.ts'

/** Messages between nodes. Not durable: a message only speeds up what the database already holds. */
export type BusMessage =
  | { kind: 'events'; events: WireEvent[] }
  | { kind: 'chat'; entId: EntId; topicId: string; items: ChatItem[] }
  | { kind: 'push'; entId: EntId; targets: { userId: string; frame: object }[]; except?: string }
  /** A sign-in session got another token: caches of the old token must drop it. */
  | { kind: 'token-replaced'; sessionId: string }
  /** A row was put into a queue: its workers need not wait for their next poll. */
  | { kind: 'work'; queue: WorkQueue }
  /** Customers that now wait, or no longer wait, for the AI: running decisions about older messages are aborted. */
  | { kind: 'answering'; entId: EntId; customers: { id: CustomerId; inboundSeq: number; epoch: number }[] }
  /**
   * A browser tab of an agent (null: all tabs) shows a customer, or none (`look` null); only `receivers` are notified.
   */
  | { kind: 'viewing'; entId: EntId; agentId: AgentId; tab: string; look: Look }
  | { kind: 'viewing'; entId: EntId; agentId: AgentId; tab: string | null; look: null }
  | { kind: 'revoked'; entId: EntId; sessionIds: string[]; reason: KickReason | null }

/**
 * A committed chat message with its receivers. `low` and `high` are the two ends of a DM: each end sees the topic under
 * another id.
 */
export type ChatItem = {
  seq: number
  chatId: string
  senderId: string
  content: Content
  createdAt: string
  low: string | null
  high: string | null
  receivers: string[]
}

export type WorkQueue =
  | 'inbound'
  | 'accounts'
  | 'outbound'
  | 'media'
  | 'causes'
  | 'rules'
  | 'assign'
  | 'erasures'
  | 'exports'
  | 'flows'

export type Look = { customerId: CustomerId; isComposing: boolean; until: string; receivers: AgentId[] }

/** An event on the bus, with its time as ISO text. */
export type WireEvent = Omit<StoredEvent, 'createdAt'> & { createdAt: string }

export type Bus = {
  /** Whether messages arrive in publishing order; true for the in-process bus only. */
  isOrdered: boolean
  /** To every node, this one included. */
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
