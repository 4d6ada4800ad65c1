import type { EntId } from '@ruwu/contract'
import type { PoolClient } from 'pg'
import type { Committed, LockedTopic, Outcome, Send } from './batch.ts'
import { RECALL, UPDATE_EXTRA } from './content.ts'
import { nextTimes } from './conversation-clock.ts'
import { planTouches } from './conversation-touch.ts'
import type { MemberMemory } from './member-memory.ts'
import { lockTopics, readKnown, saveChanges } from './message-sql.ts'
import { type Known, numberBatch } from './number-batch.ts'
import { insertConversations, writeBatch } from './write-batch.ts'

export type Appended = { outcomes: Outcome[]; committed: Committed[]; topics: ReadonlyMap<string, LockedTopic> }

/** A name of the batch was stored before: its transaction is given up and the batch tried again, looking first. */
export class RepeatedChatIdError extends Error {
  override name = 'RepeatedChatIdError'
}

/**
 * Stores a batch within the transaction `client` is in. Topics are locked in the order of their ids: no two batches deadlock.
 * Repeated names are rare, so they are only looked for when asked; one that turns up unasked ends the transaction.
 */
export async function appendBatch(
  client: PoolClient,
  sends: readonly Send[],
  memory: MemberMemory,
  now: Date,
  looksForRepeats: boolean,
): Promise<Appended> {
  const topics = await lockTopics(client, topicKeys(sends), memory)
  const toRead = [...(looksForRepeats ? sends.map(ownName) : []), ...sends.flatMap(targetName)]
  const stored = toRead.length === 0 ? [] : await readKnown(client, toRead)
  const known = new Map<string, Known>(stored.map(({ topicId, ...row }) => [key(topicId, row.chatId), row]))

  const { outcomes, committed, changes } = numberBatch(
    sends,
    topics,
    (topicId, chatId) => known.get(key(topicId, chatId)),
    now,
  )
  if (committed.length > 0) {
    const old = changes.filter(({ topicId, target }) => known.has(key(topicId, target.chatId)))
    await saveChanges(client, topics, old, now)
    const touches = planTouches(topics, committed)
    const written = await writeBatch(client, committed, touches, now)
    if (written.stored !== committed.length) throw new RepeatedChatIdError()
    if (written.touched !== touches.length) {
      await insertConversations(client, touches, await nextTimes(client, touches, now), now)
    }
  }
  return { outcomes, committed, topics }
}

const key = (topicId: string, chatId: string) => `${topicId} ${chatId}`

type TopicKey = { entId: EntId; topicId: string }

function topicKeys(sends: readonly Send[]): TopicKey[] {
  const keys = new Map(sends.map(({ entId, topicId }) => [`${entId}${topicId}`, { entId, topicId }]))
  return [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

type Name = TopicKey & { chatId: string }

const ownName = ({ entId, topicId, chatId }: Send): Name => ({ entId, topicId, chatId })

/** The message a control message is about. */
function targetName({ entId, topicId, content }: Send): Name[] {
  const isControl = content.type === RECALL || content.type === UPDATE_EXTRA
  return isControl && content.text ? [{ entId, topicId, chatId: content.text }] : []
}
