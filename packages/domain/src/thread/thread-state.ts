import type { Content, CustomerEvent, CustomerMessage, MessageId } from '@ruwu/contract'

/** A send the server has not acknowledged. */
export type PendingMessage = {
  chatId: string
  content: Content
  createdAt: string
  state: 'sending' | 'failed'
  /** Why it failed; empty otherwise. */
  reason: string
  /** A retry: the request must set `retry`. */
  retry: boolean
}

/** Events that change messages. */
export type MessageChange = Extract<CustomerEvent, { type: 'message_change' | 'send_msg_failed' }>
export type ReadChange = Pick<Extract<CustomerEvent, { type: 'cus_read' }>, 'seq' | 'at'>
export type ThreadChange = Extract<CustomerEvent, { type: 'message_change' | 'send_msg_failed' | 'cus_read' }>

/** One gap-free range of a customer's thread, and updates known beyond it. */
export type ThreadState = {
  /** By seq, without gaps between the first and the last. */
  messages: readonly CustomerMessage[]
  hasMoreBefore: boolean
  /** A gap follows the loaded range, as after a jump to an old message. */
  hasMoreAfter: boolean
  /** Messages received beyond the gap, by seq. */
  newer: readonly CustomerMessage[]
  /** Messages outside of the range that its messages quote. */
  quotes: readonly CustomerMessage[]
  /** Seq of the newest message when the end was last shown; later ones count as new. */
  endSeq: number
  /** Pending sends in order. */
  pending: readonly PendingMessage[]
  /** 以下为新消息 is drawn after this seq; null: not drawn. */
  newSince: number | null
  /** Recent changes, re-applied to pages: a response in flight may hold older copies. */
  changes: ReadonlyMap<MessageId, readonly MessageChange[]>
  /** Read receipts of the customer. */
  reads: readonly ReadChange[]
}

/** Bound of `changes`: more than change during one request. */
export const CHANGES_MAX = 500
export const READS_MAX = 50

/** An empty thread. */
export const freshThread = (): ThreadState => ({
  messages: [],
  hasMoreBefore: true,
  hasMoreAfter: true,
  newer: [],
  quotes: [],
  endSeq: 0,
  pending: [],
  newSince: null,
  changes: new Map(),
  reads: [],
})

export const withNewSince = (state: ThreadState, newSince: number | null): ThreadState => ({ ...state, newSince })
