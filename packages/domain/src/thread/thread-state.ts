import type { Content, CustomerEvent, CustomerMessage, MessageId } from '@ruwu/contract'

/** A message of ours that the server has not answered yet. */
export type PendingMessage = {
  chatId: string
  content: Content
  createdAt: string
  state: 'sending' | 'failed'
  /** Why it failed; empty otherwise. */
  reason: string
  /** It was tried before, so the next attempt has to say so. */
  retry: boolean
}

/** What events change in messages. */
export type MessageChange = Extract<CustomerEvent, { type: 'message_change' | 'send_msg_failed' }>
export type ReadChange = Pick<Extract<CustomerEvent, { type: 'cus_read' }>, 'seq' | 'at'>
export type ThreadChange = Extract<CustomerEvent, { type: 'message_change' | 'send_msg_failed' | 'cus_read' }>

/** One unbroken piece of a customer's thread, and what was heard of the rest. */
export type ThreadState = {
  /** By seq, without gaps between the first and the last. */
  messages: readonly CustomerMessage[]
  hasMoreBefore: boolean
  /** There is a gap between the last of them and the newest one, as after a jump to an old message. */
  hasMoreAfter: boolean
  /** Messages that came beyond the gap, by seq. */
  newer: readonly CustomerMessage[]
  /** The newest message when the thread was last seen to its end; what is counted as new came later. */
  endSeq: number
  /** On their way, in the order they were sent. */
  pending: readonly PendingMessage[]
  /** 以下为新消息 stands before the first message after this one; null: nowhere. */
  newSince: number | null
  /** The last changes. A page that is on its way may bring messages as they were before. */
  changes: ReadonlyMap<MessageId, readonly MessageChange[]>
  /** How far the customer had read, and when. */
  reads: readonly ReadChange[]
}

/** More messages than ever change while one page is on its way. */
export const CHANGES_MAX = 500
export const READS_MAX = 50

/** A thread of which nothing is loaded yet. */
export const freshThread = (): ThreadState => ({
  messages: [],
  hasMoreBefore: true,
  hasMoreAfter: true,
  newer: [],
  endSeq: 0,
  pending: [],
  newSince: null,
  changes: new Map(),
  reads: [],
})

export const withNewSince = (state: ThreadState, newSince: number | null): ThreadState => ({ ...state, newSince })
