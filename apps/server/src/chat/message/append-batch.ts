import type { PoolClient } from 'pg'
import type { Committed, LockedTopic, Outcome, Send } from './batch.ts'
import { RECALL, UPDATE_EXTRA } from './content.ts'
import { nextTimes } from './conversation-clock.repo.ts'
import { planTouches } from './conversation-touch.ts'
import { lockTopics, readKnown, saveChanges, type TopicKey } from './message.repo.ts'
import { type Known, numberBatch } from './number-batch.ts'
import type { TopicMemory } from './topic-memory.ts'
import { insertConversations, writeBatch } from './write-batch.repo.ts'

export type Appended = { outcomes: Outcome[]; committed: Committed[]; topics: ReadonlyMap<string, LockedTopic> }

/**
 * Stores a batch within the transaction `client` is in. Topics are locked in the order of their ids: no two batches deadlock.
 * Repeated names are rare, so they are only looked for when asked; one that turns up unasked breaks `message_chat_id`.
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
 * Stores a batch in a single statement, a transaction by itself, on the guess that its topics are as this node left them.
 * Undefined where there is nothing to guess from, more to decide than that, or the guess was wrong: then nothing was stored.
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
    if (!topic || topic.entId !== send.entId || send.isOnlyRepeat || isControl(send)) return undefined
    topics.set(topic.id, topic)
  }
  const { outcomes, committed } = numberBatch(sends, topics, () => undefined, now)
  // Only what is written is held against the topics as they are, so a refusal needs to look at them.
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

/** The message a control message is about. */
function targetName(send: Send): Name[] {
  const { entId, topicId, content } = send
  return isControl(send) && content.text ? [{ entId, topicId, chatId: content.text }] : []
}
