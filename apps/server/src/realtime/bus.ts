import type { AgentId, Content, CustomerId, EntId, KickReason } from '@ruwu/contract'
import type { StoredEvent } from '../db/event-log.ts'

/** Messages between nodes. Not durable: a message only speeds up what the database already holds. */
export type BusMessage =
  | { kind: 'events'; entId: EntId; events: WireEvent[] }
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
  /** A fast sender used so many of its messages on a node: its limit is one for all nodes. */
  | { kind: 'pace'; sender: string; used: number }
  /** How many sockets a user has on a node; 0 where they are few. */
  | { kind: 'sockets'; entId: EntId; userId: string; node: string; count: number }

/**
 * A committed chat message with its receivers. `low` and `high` are the two ends of a DM: each end sees the topic under
 * another id. `masked`: receivers that get another content. One item per seq: the sequencer delivers a seq once. Nodes of an older
 * release ignore `masked`; they announce a seq once per content, each an item without it.
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
  masked?: { content: Content; receivers: string[] }
}

export type WorkQueue =
  | 'inbound'
  | 'accounts'
  | 'outbound'
  | 'media'
  | 'causes'
  | 'rules'
  | 'assign'
  | 'points'
  | 'erasures'
  | 'exports'
  | 'flows'

export type Look = { customerId: CustomerId; isComposing: boolean; until: string; receivers: AgentId[] }

/** An event on the bus, with its time as ISO text. */
export type WireEvent = Omit<StoredEvent, 'createdAt'> & { createdAt: string }

/** `ready`: from then on the enterprise's messages reach this node. Call `end` exactly once. */
export type Hearing = { ready: Promise<void>; end(): void }

export type Bus = {
  /** Whether messages arrive in publishing order; true for the in-process bus only. */
  isOrdered: boolean
  /** To this node at once, and to the nodes that follow the message's enterprise; one without `entId` to every node. */
  publish(message: BusMessage): void
  subscribe(listener: (message: BusMessage) => void): () => void
  follow(entId: EntId): Hearing
  /** Messages published since then may not have reached this node: what they told is to be read from the database. */
  onLost(listener: (since: Date) => void): () => void
  ping(): Promise<void>
  /** `delayMs`: the time a message takes over the bus. */
  state(): { isUp: boolean; delayMs: number }
  close(): Promise<void>
}

const rethrow = (error: unknown) => {
  throw error
}

/** A listener that fails keeps neither the others from hearing it nor the publisher, whose transaction is committed, from going on. */
export function tellAll<T>(listeners: Iterable<(news: T) => void>, news: T, onError: (error: unknown) => void): void {
  for (const listener of listeners) {
    try {
      listener(news)
    } catch (error) {
      onError(error)
    }
  }
}

/** `onError` gets what a listener throws. Without it the publisher does, as in a test. */
export function memoryBus(onError: (error: unknown) => void = rethrow): Bus {
  const listeners = new Set<(message: BusMessage) => void>()
  return {
    isOrdered: true,
    publish: (message) => tellAll(listeners, message, onError),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow: () => ({ ready: Promise.resolve(), end: () => {} }),
    onLost: () => () => {},
    ping: async () => {},
    state: () => ({ isUp: true, delayMs: 0 }),
    close: async () => listeners.clear(),
  }
}
