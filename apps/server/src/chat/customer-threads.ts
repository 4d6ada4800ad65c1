import type { Content, Conversation, EntId } from '@ruwu/contract'
import type { ChatIdentity } from '../platform/http/chat-identity.ts'
import type { Outcome, Send } from './message/index.ts'
import type { TopicRow } from './topic/index.ts'

/** Receivers of a customer thread's messages: those who may see contacts, and those who get contents as `mask` returns them. */
export type ThreadAudience = {
  clear: readonly string[]
  masked: readonly string[]
  /** The same object when nothing had to be masked. */
  mask(content: Content): Content
}

/** A customer as a user. */
export type CustomerPerson = {
  id: string
  /** As the caller may read it. */
  name: string
  avatar: string
  source: string
  isStar: boolean
  createdAt: Date
  updatedAt: Date
}

/**
 * The chat protocol's interface to customer threads. These are topics without members: agents reach them by permission
 * and data scope. Chat modules depend on this type only; the customer modules implement it and compose/ passes it in.
 */
export type CustomerThreads = {
  /** Authorisation filter: whether this agent may see the customer of this id now. */
  isVisible(entId: EntId, agentId: string, customerId: string): Promise<boolean>
  /** The customers among these ids that the caller may see. */
  people(caller: ChatIdentity, ids: readonly string[]): Promise<CustomerPerson[]>
  /** Agents that may see the customer now. */
  audience(entId: EntId, customerId: string): Promise<ThreadAudience>
  /** Masks phone numbers and WeChat ids in contents unless the caller has `customer:viewSensitive`. */
  contentView(caller: ChatIdentity): Promise<(content: Content) => Content>
  /** The same for plain text, such as the customer's name. */
  textView(caller: ChatIdentity): Promise<(text: string) => string>
  send(caller: ChatIdentity, send: Send): Promise<Outcome>
  info(caller: ChatIdentity, row: TopicRow): Promise<Conversation>
  update(caller: ChatIdentity, row: TopicRow, change: { sticky?: boolean | undefined }): Promise<Conversation>
  markUnread(caller: ChatIdentity, row: TopicRow): Promise<Conversation>
  read(caller: ChatIdentity, row: TopicRow, seq: number | undefined): Promise<void>
  /** False: the id is not a customer the caller may see. */
  star(caller: ChatIdentity, customerId: string, isStar: boolean): Promise<boolean>
}
