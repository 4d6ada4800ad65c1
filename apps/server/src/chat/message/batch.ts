import type { Content, EntId } from '@ruwu/contract'

/** A message somebody wants in a topic. */
export type Send = {
  entId: EntId
  topicId: string
  senderId: string
  chatId: string
  content: Content
  /** The content as it is stored, where it was already written out. */
  json?: string | undefined
  /** Sent faster than allowed: only answered when it repeats a message that is there. */
  isOnlyRepeat?: boolean
  /** Written by the server itself: asks nobody's leave. */
  isSystem?: boolean
  /** Receivers besides the members: who was just removed must still learn of it. */
  alsoTo?: string[]
}

type Accepted = { code: 200; seq: number; createdAt: Date; isRepeat: boolean }
export type Refused = { code: 400 | 403 | 404 | 409 | 413 | 429; message: string }
export type Outcome = Accepted | Refused

/** A message that was committed, on its way to its receivers. */
export type Committed = {
  entId: EntId
  topicId: string
  seq: number
  chatId: string
  /** Who caused it: the sender, or the one a topic.* message is about. */
  senderId: string
  content: Content
  json?: string | undefined
  createdAt: Date
  alsoTo: string[]
}

export type Member = { userId: string; role: 'owner' | 'admin' | 'member'; silentUntil: Date | null; startSeq: number }

/** A topic as the send path needs it, locked until commit. */
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

/** A customer's thread is written by the customers' own services; nobody writes there as a member would. */
export const OF_A_CUSTOMER: Refused = { code: 403, message: "a customer's thread" }

const isAdmin = (member: Member | undefined): boolean => member?.role === 'owner' || member?.role === 'admin'

/** Why this sender may not send here now; undefined when it may. */
export function refusal(topic: LockedTopic, senderId: string, now: Date): Refused | undefined {
  if (topic.isDismissed) return { code: 403, message: 'topic dismissed' }
  if (topic.kind === 'customer') return OF_A_CUSTOMER
  const member = topic.members.get(senderId)
  if (!member) return { code: 403, message: 'not a member' }
  if (topic.refusedSenders.includes(senderId)) return { code: 403, message: 'chat not allowed' }
  if (isAdmin(member)) return undefined
  if (topic.silentUntil && topic.silentUntil > now) return { code: 403, message: 'topic is silent' }
  if (member.silentUntil && member.silentUntil > now) return { code: 403, message: 'member is silent' }
  return undefined
}
