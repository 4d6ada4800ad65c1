import type { EntId } from '@ruwu/contract'
import type { Committed, LockedTopic } from './batch.ts'
import { isReadableContent, RECALLED } from './content.ts'

/** What a batch does to one user's view of one topic. */
export type Touch = {
  entId: EntId
  ownerId: string
  topicId: string
  /** Readable messages of others since the owner's own last one in this batch (or all of them). */
  unread: number
  /** The owner's own last message in this batch; it reads everything before. 0 = none. */
  ownSeq: number
  startSeq: number
  /** The newest readable message of this batch, if any. */
  lastSeq: number | undefined
}

/** Works out, without the database, what each member's conversation has to learn. */
export function planTouches(topics: ReadonlyMap<string, LockedTopic>, committed: readonly Committed[]): Touch[] {
  return [...Map.groupBy(committed, (message) => message.topicId)].flatMap(([topicId, messages]) => {
    const topic = topics.get(topicId)
    if (!topic) return []
    const readable = messages.filter((message) => isReadableContent(message.content))
    const lastSeq = readable.at(-1)?.seq
    return [...topic.members.values()].map(({ userId, startSeq }) => {
      const ownSeq =
        messages.findLast((message) => message.senderId === userId && isReadableContent(message.content))?.seq ?? 0
      const isUnread = (message: Committed) =>
        message.senderId !== userId && message.seq > ownSeq && message.content.type !== RECALLED
      const unread = readable.filter(isUnread).length
      return { entId: topic.entId, ownerId: userId, topicId, unread, ownSeq, startSeq, lastSeq }
    })
  })
}
