import type { Content, EntId } from '@ruwu/contract'

/** A message to append to a topic. */
export type Send = {
  entId: EntId
  topicId: string
  senderId: string
  chatId: string
  content: Content
  /** The content serialised as JSON, when already available. */
  json?: string | undefined
  /**
   * Over a limit, with its text: refused with 429 unless it repeats a stored message or is refused for another reason. After a reconnect
   * a client resends a burst of messages that may be stored.
   */
  overLimit?: string
  /** Written by the server: send permissions are not checked. */
  isSystem?: boolean
  /** Receivers besides the members: a removed member still gets the message about the removal. */
  alsoTo?: string[]
}

type Accepted = { code: 200; seq: number; createdAt: Date; isRepeat: boolean }
export type Refused = { code: 400 | 403 | 404 | 409 | 413 | 429; message: string }
export type Outcome = Accepted | Refused

/** A committed message to deliver. */
export type Committed = {
  entId: EntId
  topicId: string
  seq: number
  chatId: string
  /** The sender, or the user a topic.* message is about. */
  senderId: string
  content: Content
  json?: string | undefined
  createdAt: Date
  alsoTo: string[]
}

export type Member = { userId: string; role: 'owner' | 'admin' | 'member'; silentUntil: Date | null; startSeq: number }

/** A topic with the fields the send path needs; locked until commit, or guessed from the cache. */
export type LockedTopic = {
  entId: EntId
  id: string
  kind: 'dm' | 'group' | 'customer'
  low: string | null
  high: string | null
  lastSeq: number
  silentUntil: Date | null
  isDismissed: boolean
  refusedSenders: string[]
  memberVersion: number
  members: ReadonlyMap<string, Member>
}

/** Customer threads are written by the customer services only, never through the chat writer. */
export const CUSTOMER_THREAD_REFUSED: Refused = { code: 403, message: "a customer's thread" }

const isAdmin = (member: Member | undefined): boolean => member?.role === 'owner' || member?.role === 'admin'

/** Authorisation of a send: the refusal, or undefined when the sender may send now. */
export function refusal(topic: LockedTopic, senderId: string, now: Date): Refused | undefined {
  if (topic.isDismissed) return { code: 403, message: 'topic dismissed' }
  if (topic.kind === 'customer') return CUSTOMER_THREAD_REFUSED
  const member = topic.members.get(senderId)
  if (!member) return { code: 403, message: 'not a member' }
  if (topic.refusedSenders.includes(senderId)) return { code: 403, message: 'chat not allowed' }
  if (isAdmin(member)) return undefined
  if (topic.silentUntil && topic.silentUntil > now) return { code: 403, message: 'topic is silent' }
  if (member.silentUntil && member.silentUntil > now) return { code: 403, message: 'member is silent' }
  return undefined
}
