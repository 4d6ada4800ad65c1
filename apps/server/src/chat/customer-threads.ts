import type { Content, Conversation, EntId } from '@ruwu/contract'
import type { ChatIdentity } from '../platform/http/chat-identity.ts'
import type { Outcome, Send } from './message/index.ts'
import type { TopicRow } from './topic/index.ts'

/**
 * What the chat protocol needs of customers' threads. They are topics without members: agents reach them by permission and data
 * scope. The chat rooms know this type only; the customer's rooms implement it and compose/ passes it in.
 */
export type CustomerThreads = {
  /** Authorisation filter: whether this agent may see the customer of this id now. */
  isVisible(entId: EntId, agentId: string, customerId: string): Promise<boolean>
  /** Agents who may see the customer now. */
  watcherIds(entId: EntId, customerId: string): Promise<string[]>
  /** How the caller reads contents: phone numbers and WeChat ids are masked without `customer:viewSensitive`. */
  contentView(caller: ChatIdentity): Promise<(content: Content) => Content>
  send(caller: ChatIdentity, send: Send): Promise<Outcome>
  info(caller: ChatIdentity, row: TopicRow): Promise<Conversation>
  update(caller: ChatIdentity, row: TopicRow, change: { sticky?: boolean | undefined }): Promise<Conversation>
  markUnread(caller: ChatIdentity, row: TopicRow): Promise<Conversation>
  read(caller: ChatIdentity, row: TopicRow, seq: number | undefined): Promise<void>
  /** False: the id is not a customer whom the caller may see. */
  star(caller: ChatIdentity, customerId: string, isStar: boolean): Promise<boolean>
}
