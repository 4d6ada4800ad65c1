import type { EntId } from '@ruwu/contract'
import type { PoolClient } from 'pg'
import type { Committed, LockedTopic, Outcome, Send } from './batch.ts'
import { touchConversations } from './conversation-touch.ts'
import { type Known, numberBatch } from './number-batch.ts'
import { insertMessages, lockTopics, readKnown, saveChanges, saveLastSeqs } from './message-sql.ts'
import { RECALL, UPDATE_EXTRA } from './content.ts'
import type { MemberMemory } from './member-memory.ts'

export type Appended = { outcomes: Outcome[]; committed: Committed[]; topics: ReadonlyMap<string, LockedTopic> }

/** Stores a batch within the transaction `client` is in. Topics are locked in the order of their ids: no two batches deadlock. */
export async function appendBatch(
  client: PoolClient,
  sends: readonly Send[],
  memory: MemberMemory,
  now: Date,
): Promise<Appended> {
  const topics = await lockTopics(client, topicKeys(sends), memory)
  const stored = await readKnown(client, chatIdsToRead(sends))
  const known = new Map<string, Known>(stored.map(({ topicId, ...row }) => [key(topicId, row.chatId), row]))

  const { outcomes, committed, changes } = numberBatch(
    sends,
    topics,
    (topicId, chatId) => known.get(key(topicId, chatId)),
    now,
  )
  if (committed.length > 0) {
    await insertMessages(client, committed, now)
    await saveLastSeqs(client, committed, now)
    const old = changes.filter(({ topicId, target }) => known.has(key(topicId, target.chatId)))
    await saveChanges(client, committed, old, now)
    await touchConversations(client, topics, committed, changes, now)
  }
  return { outcomes, committed, topics }
}

const key = (topicId: string, chatId: string) => `${topicId} ${chatId}`

type TopicKey = { entId: EntId; topicId: string }

function topicKeys(sends: readonly Send[]): TopicKey[] {
  const keys = new Map(sends.map(({ entId, topicId }) => [`${entId}${topicId}`, { entId, topicId }]))
  return [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** Own names, to find repetitions, and the targets of control messages. */
function chatIdsToRead(sends: readonly Send[]): (TopicKey & { chatId: string })[] {
  return sends.flatMap(({ entId, topicId, chatId, content }) => {
    const own = { entId, topicId, chatId }
    const isControl = content.type === RECALL || content.type === UPDATE_EXTRA
    return isControl && content.text ? [own, { entId, topicId, chatId: content.text }] : [own]
  })
}
