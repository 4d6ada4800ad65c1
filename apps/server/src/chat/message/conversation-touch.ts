import type { EntId } from '@ruwu/contract'
import { isReadable, RECALLED } from '@ruwu/domain'
import type { Committed, LockedTopic } from './batch.ts'

/** A batch's effect on one member's conversation. */
export type Touch = {
  entId: EntId
  ownerId: string
  topicId: string
  /** Readable messages of others since the owner's own last one in this batch (or all of them). */
  unread: number
  /** The owner's own last message in this batch; everything before counts as read. 0: none. */
  ownSeq: number
  startSeq: number
  /** The newest readable message of this batch, if any. */
  lastSeq: number | undefined
}

/** Computes each member's conversation update, without the database. */
export function planTouches(topics: ReadonlyMap<string, LockedTopic>, committed: readonly Committed[]): Touch[] {
  return [...Map.groupBy(committed, (message) => message.topicId)].flatMap(([topicId, messages]) => {
    const topic = topics.get(topicId)
    if (!topic) return []
    const readable = messages.filter((message) => isReadable(message.content))
    const lastSeq = readable.at(-1)?.seq
    return [...topic.members.values()].map(({ userId, startSeq }) => {
      const ownSeq =
        messages.findLast((message) => message.senderId === userId && isReadable(message.content))?.seq ?? 0
      const isUnread = (message: Committed) =>
        message.senderId !== userId && message.seq > ownSeq && message.content.type !== RECALLED
      const unread = readable.filter(isUnread).length
      return { entId: topic.entId, ownerId: userId, topicId, unread, ownSeq, startSeq, lastSeq }
    })
  })
}
