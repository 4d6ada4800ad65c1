import type { EntId } from '@ruwu/contract'
import type { PoolClient } from 'pg'
import type { LockedTopic, Member } from './batch.ts'
import type { Change, Known } from './number-batch.ts'
import { plainArray, textArray } from './sql-array.ts'
import type { RememberedTopic, TopicMemory } from './topic-memory.ts'

export type TopicKey = { entId: EntId; topicId: string }

/** `uuid` columns as 32 hexadecimal digits, the form of ids in this product. */
const hex = (column: string) => `replace(${column}::text, '-', '')`

const keyArrays = (keys: readonly TopicKey[]) => [
  plainArray(keys, (key) => key.entId),
  plainArray(keys, (key) => key.topicId),
]

const LOCK_TOPICS = {
  name: 'lock-topics',
  text: `select k.n, t.last_seq as "lastSeq", t.member_version as version
    from unnest($1::uuid[], $2::uuid[]) with ordinality as k(ent_id, id, n) join topic t using (ent_id, id)
    order by t.ent_id, t.id for update of t`,
}

/** Locks the topics that exist until commit, in id order. Topics not cached at their current version are read. */
export async function lockTopics(
  client: PoolClient,
  keys: readonly TopicKey[],
  memory: TopicMemory,
): Promise<Map<string, LockedTopic>> {
  type Row = { n: number; lastSeq: number; version: number }
  const { rows } = await client.query<Row>({ ...LOCK_TOPICS, values: keyArrays(keys) })
  const locked = rows.flatMap(({ n, ...row }) => {
    const key = keys[n - 1]
    return key ? [{ ...key, ...row }] : []
  })
  const unknown = locked.filter(({ topicId, version }) => !memory.find(topicId, version))
  if (unknown.length > 0) for (const topic of await readTopics(client, unknown)) memory.remember(topic)

  const topics = new Map<string, LockedTopic>()
  for (const { topicId, version, lastSeq } of locked) {
    const topic = memory.find(topicId, version)
    if (topic) topics.set(topicId, { ...topic, lastSeq })
  }
  return topics
}

const READ_TOPICS = {
  name: 'read-topics',
  text: `select ${hex('t.ent_id')} as "entId", ${hex('t.id')} as id, t.kind, t.low, t.high, t.silent_until as "silentUntil",
      t.dismissed_at is not null as "isDismissed", t.refused_senders as "refusedSenders", t.member_version as "memberVersion"
    from unnest($1::uuid[], $2::uuid[]) as k(ent_id, id) join topic t using (ent_id, id)`,
}

const READ_MEMBERS = {
  name: 'read-members',
  text: `select ${hex('m.topic_id')} as "topicId", m.user_id as "userId", m.role, m.silent_until as "silentUntil",
      m.start_seq as "startSeq"
    from unnest($1::uuid[], $2::uuid[]) as k(ent_id, topic_id) join topic_member m using (ent_id, topic_id)
    where m.left_at is null`,
}

/** Call with the topics locked: every change of members locks the topic first. */
async function readTopics(client: PoolClient, keys: readonly TopicKey[]): Promise<RememberedTopic[]> {
  const values = keyArrays(keys)
  const topics = await client.query<Omit<RememberedTopic, 'members'>>({ ...READ_TOPICS, values })
  const members = await client.query<Member & { topicId: string }>({ ...READ_MEMBERS, values })
  const byTopic = Map.groupBy(members.rows, (row) => row.topicId)
  return topics.rows.map((topic) => ({
    ...topic,
    members: new Map((byTopic.get(topic.id) ?? []).map((member) => [member.userId, member])),
  }))
}

const READ_KNOWN = {
  name: 'read-known',
  text: `select ${hex('m.topic_id')} as "topicId", m.seq, m.chat_id as "chatId", m.sender_id as "senderId", m.content,
      m.is_readable as "isReadable", m.is_recalled as "isRecalled", m.created_at as "createdAt"
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(ent_id, topic_id, chat_id)
    join message m using (ent_id, topic_id, chat_id)`,
}

export async function readKnown(
  client: PoolClient,
  keys: readonly (TopicKey & { chatId: string })[],
): Promise<(Known & { topicId: string })[]> {
  const values = [...keyArrays(keys), textArray(keys, (key) => key.chatId)]
  return (await client.query<Known & { topicId: string }>({ ...READ_KNOWN, values })).rows
}

/** Stores recalls and updates of extra of messages that were stored before this batch. */
export async function saveChanges(
  client: PoolClient,
  topics: ReadonlyMap<string, LockedTopic>,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  // One update per message: targets are changed in place, so each holds its final content.
  for (const [target, { topicId }] of new Map(changes.map((change) => [change.target, change]))) {
    const topic = topics.get(topicId)
    if (!topic) continue
    await client.query(
      'update message set content = $4, is_recalled = $5, updated_at = $6 where ent_id = $1 and topic_id = $2 and seq = $3',
      [topic.entId, topicId, target.seq, JSON.stringify(target.content), target.isRecalled, now],
    )
    if (target.isRecalled && target.isReadable) await forgetUnread(client, topic, target)
  }
}

/** Decrements `unread` of the members that have not read the recalled message. */
async function forgetUnread(client: PoolClient, topic: LockedTopic, { seq, senderId }: Known): Promise<void> {
  if (topic.members.size === 0) return
  await client.query(
    `update conversation set unread = greatest(unread - 1, 0)
     where ent_id = $1 and topic_id = $2 and owner_id = any($3::text[]) and owner_id <> $5 and last_read_seq < $4`,
    [topic.entId, topic.id, [...topic.members.keys()], seq, senderId],
  )
}
