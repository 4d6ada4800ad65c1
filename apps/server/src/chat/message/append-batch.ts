import { RECALL } from '@ruwu/domain'
import type { PoolClient } from 'pg'
import type { Committed, LockedTopic, Outcome, Send } from './batch.ts'
import { UPDATE_EXTRA } from './content.ts'
import { nextTimes } from './conversation-clock.repo.ts'
import { planTouches } from './conversation-touch.ts'
import { lockTopics, readKnown, saveChanges, type TopicKey } from './message.repo.ts'
import { type Known, numberBatch } from './number-batch.ts'
import type { TopicMemory } from './topic-memory.ts'
import { insertConversations, writeBatch } from './write-batch.repo.ts'

export type Appended = { outcomes: Outcome[]; committed: Committed[]; topics: ReadonlyMap<string, LockedTopic> }

/**
 * Stores a batch within the transaction `client` is in. Topics are locked in id order, so that batches cannot deadlock.
 * Repeated chatIds are rare and are read only when `looksForRepeats` is set; otherwise a repetition violates the unique
 * constraint `message_chat_id`.
 */
export async function appendBatch(
  client: PoolClient,
  sends: readonly Send[],
  memory: TopicMemory,
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
    const { touched } = await writeBatch(client, topics, committed, touches, now)
    if (touched !== touches.length) {
      await insertConversations(client, touches, await nextTimes(client, touches, now), now)
    }
  }
  return { outcomes, committed, topics }
}

/**
 * Optimistic path: stores a batch in one statement, assuming that its topics are as this node last wrote them. Returns
 * undefined, with nothing stored, when a topic is not cached for guessing, a send needs stored messages (recall, update
 * of extra, over a limit), a send would be refused, or a topic has changed.
 */
export async function appendAtOnce(
  client: PoolClient,
  sends: readonly Send[],
  memory: TopicMemory,
  now: Date,
): Promise<Appended | undefined> {
  const topics = new Map<string, LockedTopic>()
  for (const send of sends) {
    const topic = topics.get(send.topicId) ?? memory.guess(send.topicId)
    if (!topic || topic.entId !== send.entId || send.overLimit || isControl(send)) return undefined
    topics.set(topic.id, topic)
  }
  const { outcomes, committed } = numberBatch(sends, topics, () => undefined, now)
  // The statement verifies the cached topics only when it writes, so a refusal is decided again under the lock.
  if (outcomes.some((outcome) => outcome.code !== 200)) return undefined
  const { isWritten } = await writeBatch(client, topics, committed, planTouches(topics, committed), now)
  return isWritten ? { outcomes, committed, topics } : undefined
}

const key = (topicId: string, chatId: string) => `${topicId} ${chatId}`

function topicKeys(sends: readonly Send[]): TopicKey[] {
  const keys = new Map(sends.map(({ entId, topicId }) => [`${entId}${topicId}`, { entId, topicId }]))
  return [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

type Name = TopicKey & { chatId: string }

const ownName = ({ entId, topicId, chatId }: Send): Name => ({ entId, topicId, chatId })

const isControl = ({ content }: Send) => content.type === RECALL || content.type === UPDATE_EXTRA

/** The message that a recall or an update of extra changes. */
function targetName(send: Send): Name[] {
  const { entId, topicId, content } = send
  return isControl(send) && content.text ? [{ entId, topicId, chatId: content.text }] : []
}
