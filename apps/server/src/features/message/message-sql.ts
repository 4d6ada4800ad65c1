import { randomBytes } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { uuidV7 } from '@ruwu/domain'
import type { PoolClient } from 'pg'
import type { Committed, LockedTopic, Member } from './batch.ts'
import { isReadableContent } from './content.ts'
import type { MemberMemory } from './member-memory.ts'
import type { Change, Known } from './number-batch.ts'

type TopicKey = { entId: EntId; topicId: string }

/** `uuid` columns as our 32 characters. */
const hex = (column: string) => `replace(${column}::text, '-', '')`

const LOCK_TOPICS = {
  name: 'lock-topics',
  text: `select ${hex('t.ent_id')} as "entId", ${hex('t.id')} as id, t.kind, t.low, t.high, t.last_seq as "lastSeq",
      t.silent_until as "silentUntil", t.dismissed_at is not null as "isDismissed",
      t.refused_senders as "refusedSenders", t.member_version as "memberVersion"
    from unnest($1::uuid[], $2::uuid[]) as k(ent_id, id) join topic t using (ent_id, id)
    order by t.ent_id, t.id for update of t`,
}

export async function lockTopics(
  client: PoolClient,
  keys: readonly TopicKey[],
  memory: MemberMemory,
): Promise<Map<string, LockedTopic>> {
  const values = [keys.map((key) => key.entId), keys.map((key) => key.topicId)]
  const { rows } = await client.query<Omit<LockedTopic, 'members'>>({ ...LOCK_TOPICS, values })
  const unknown = rows.filter((row) => row.kind !== 'customer' && !memory.find(row.id, row.memberVersion))
  if (unknown.length > 0) await readMembers(client, unknown, memory)
  return new Map(rows.map((row) => [row.id, { ...row, members: memory.find(row.id, row.memberVersion) ?? new Map() }]))
}

const READ_MEMBERS = {
  name: 'read-members',
  text: `select ${hex('m.topic_id')} as "topicId", m.user_id as "userId", m.role, m.silent_until as "silentUntil",
      m.start_seq as "startSeq"
    from unnest($1::uuid[], $2::uuid[]) as k(ent_id, topic_id) join topic_member m using (ent_id, topic_id)
    where m.left_at is null`,
}

async function readMembers(
  client: PoolClient,
  topics: Omit<LockedTopic, 'members'>[],
  memory: MemberMemory,
): Promise<void> {
  const values = [topics.map((topic) => topic.entId), topics.map((topic) => topic.id)]
  const { rows } = await client.query<Member & { topicId: string }>({ ...READ_MEMBERS, values })
  const byTopic = Map.groupBy(rows, (row) => row.topicId)
  for (const topic of topics) {
    const members = (byTopic.get(topic.id) ?? []).map((member) => [member.userId, member] as const)
    memory.remember(topic.id, topic.memberVersion, new Map(members))
  }
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
  const values = [keys.map((key) => key.entId), keys.map((key) => key.topicId), keys.map((key) => key.chatId)]
  return (await client.query<Known & { topicId: string }>({ ...READ_KNOWN, values })).rows
}

const INSERT_MESSAGES = {
  name: 'insert-messages',
  text: `insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, updated_at)
    select ent_id, topic_id, seq, id, chat_id, sender_id, content::jsonb, is_readable, is_recalled, $9, $9
    from unnest($1::uuid[], $2::uuid[], $3::int8[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bool[], $10::bool[])
      as m(ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled)`,
}

export async function insertMessages(client: PoolClient, messages: readonly Committed[], now: Date): Promise<void> {
  const column = <T>(pick: (message: Committed) => T) => messages.map(pick)
  const values = [
    column((message) => message.entId),
    column((message) => message.topicId),
    column((message) => message.seq),
    column(() => uuidV7(now, randomBytes(10))),
    column((message) => message.chatId),
    column((message) => message.senderId),
    column((message) => JSON.stringify(message.content)),
    column((message) => isReadableContent(message.content)),
    now,
    column((message) => message.content.type === 'recalled'),
  ]
  await client.query({ ...INSERT_MESSAGES, values })
}

const SAVE_LAST_SEQS = {
  name: 'save-last-seqs',
  text: `update topic t set last_seq = k.seq, updated_at = $4
    from unnest($1::uuid[], $2::uuid[], $3::int8[]) as k(ent_id, id, seq) where t.ent_id = k.ent_id and t.id = k.id`,
}

export async function saveLastSeqs(client: PoolClient, messages: readonly Committed[], now: Date): Promise<void> {
  // Later messages of a topic overwrite earlier ones: the last one has the highest number.
  const last = [...new Map(messages.map((message) => [message.topicId, message])).values()]
  const values = [last.map((each) => each.entId), last.map((each) => each.topicId), last.map((each) => each.seq), now]
  await client.query({ ...SAVE_LAST_SEQS, values })
}

/** Writes what recalls and updates of extra changed in messages stored before this batch. */
export async function saveChanges(
  client: PoolClient,
  committed: readonly Committed[],
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  const entIds = new Map(committed.map((message) => [message.topicId, message.entId]))
  for (const { topicId, target } of changes) {
    await client.query(
      'update message set content = $4, is_recalled = $5, updated_at = $6 where ent_id = $1 and topic_id = $2 and seq = $3',
      [entIds.get(topicId), topicId, target.seq, JSON.stringify(target.content), target.isRecalled, now],
    )
  }
}
