import { randomBytes } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { isReadable, RECALLED, UUID_V7_RANDOM_BYTES, uuidV7 } from '@ruwu/domain'
import type { PoolClient } from 'pg'
import type { Committed, LockedTopic } from './batch.ts'
import type { Touch } from './conversation-touch.ts'
import { plainArray, textArray } from './sql-array.ts'

/**
 * Everything a batch writes, in one round trip: the messages, each topic's last seq and each member's conversation.
 * Topics are locked first, in id order; unless all have the expected last_seq and member_version, nothing is written.
 * The owners' clocks give every touched conversation a distinct updated_at later than any before; see
 * `conversation_clock`.
 */
const WRITE = {
  name: 'write-batch',
  text: `with locked as materialized (
      select 1 from unnest($11::uuid[], $12::uuid[], $13::int8[], $14::int[]) as k(ent_id, id, last_seq, member_version)
        join topic t using (ent_id, id, last_seq, member_version)
      order by t.ent_id, t.id for update of t
    ), state as materialized (
      select count(*) = cardinality($12::uuid[]) as is_known from locked
    ), stored as (
      insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, updated_at)
      select ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, $1, $1
      from rows from (
          unnest($2::uuid[], $3::uuid[], $4::int8[], $5::uuid[], $6::text[], $7::text[], $8::bool[], $9::bool[]),
          jsonb_array_elements($10::jsonb))
        as m(ent_id, topic_id, seq, id, chat_id, sender_id, is_readable, is_recalled, content)
      where (select is_known from state)
    ), numbered as (
      update topic t set last_seq = k.seq, updated_at = $1
      from unnest($11::uuid[], $12::uuid[], $15::int8[]) as k(ent_id, id, seq)
      where t.ent_id = k.ent_id and t.id = k.id and (select is_known from state)
    ), clock as (
      insert into conversation_clock as c (ent_id, owner_id, at)
      select ent_id, owner_id, $1::timestamptz + (n - 1) * interval '1 ms'
      from unnest($16::uuid[], $17::text[], $18::int[]) as o(ent_id, owner_id, n) where (select is_known from state)
      on conflict (ent_id, owner_id) do update set at = greatest(excluded.at, c.at + (excluded.at - $1::timestamptz) + interval '1 ms')
      returning c.ent_id, c.owner_id, c.at
    ), touch as materialized (
      select t.*, clock.at - t.back * interval '1 ms' as at
      from unnest($19::uuid[], $20::text[], $21::uuid[], $22::int[], $23::int8[], $24::int8[], $25::int[])
        as t(ent_id, owner_id, topic_id, unread, own_seq, last_seq, back) join clock using (ent_id, owner_id)
    ), touched as (
      update conversation c set
        unread = case when t.own_seq > 0 then t.unread else c.unread + t.unread end,
        last_read_seq = greatest(c.last_read_seq, t.own_seq),
        last_read_at = case when t.own_seq > 0 then $1::timestamptz else c.last_read_at end,
        updated_at = t.at, removed_at = null, last_message_seq = coalesce(t.last_seq, c.last_message_seq)
      from touch t where c.ent_id = t.ent_id and c.owner_id = t.owner_id and c.topic_id = t.topic_id
      returning 1
    )
    select (select is_known from state) as "isWritten", (select count(*) from touched) as touched`,
}

/** `touched`: number of conversations that existed and were updated. */
type Written = { isWritten: boolean; touched: number }

export async function writeBatch(
  client: PoolClient,
  topics: ReadonlyMap<string, LockedTopic>,
  messages: readonly Committed[],
  touches: readonly Touch[],
  now: Date,
): Promise<Written> {
  const written = [...lastNumbers(messages)].flatMap(([topicId, seq]) => {
    const topic = topics.get(topicId)
    return topic ? [{ ...topic, seq }] : []
  })
  const { owners, back } = shareTimes(touches)
  const ids = newIds(messages.length, now)
  const values = [
    now,
    plainArray(messages, (message) => message.entId),
    plainArray(messages, (message) => message.topicId),
    plainArray(messages, (message) => message.seq),
    plainArray(ids, (id) => id),
    textArray(messages, (message) => message.chatId),
    textArray(messages, (message) => message.senderId),
    plainArray(messages, (message) => isReadable(message.content)),
    plainArray(messages, (message) => message.content.type === RECALLED),
    `[${messages.map((message) => message.json ?? JSON.stringify(message.content)).join(',')}]`,
    plainArray(written, (topic) => topic.entId),
    plainArray(written, (topic) => topic.id),
    plainArray(written, (topic) => topic.lastSeq),
    plainArray(written, (topic) => topic.memberVersion),
    plainArray(written, (topic) => topic.seq),
    plainArray(owners, (owner) => owner.entId),
    textArray(owners, (owner) => owner.ownerId),
    plainArray(owners, (owner) => owner.count),
    plainArray(touches, (touch) => touch.entId),
    textArray(touches, (touch) => touch.ownerId),
    plainArray(touches, (touch) => touch.topicId),
    plainArray(touches, (touch) => touch.unread),
    plainArray(touches, (touch) => touch.ownSeq),
    plainArray(touches, (touch) => touch.lastSeq),
    plainArray(back, (each) => each),
  ]
  const { rows } = await client.query<Written>({ ...WRITE, values })
  return rows[0] ?? { isWritten: false, touched: 0 }
}

/** The last seq of each topic; the messages are in seq order. */
export const lastNumbers = (messages: readonly Committed[]): Map<string, number> =>
  new Map(messages.map(({ topicId, seq }) => [topicId, seq]))

/** One randomBytes call for all ids: a call per id costs more than the rest of the id. */
function newIds(count: number, now: Date): string[] {
  const random = randomBytes(count * UUID_V7_RANDOM_BYTES)
  return Array.from({ length: count }, (_, index) => uuidV7(now, random.subarray(index * UUID_V7_RANDOM_BYTES)))
}

type Owner = { entId: EntId; ownerId: string; count: number }

/**
 * Each owner once, in key order so that batches cannot deadlock, and each touch's distance in ms below its owner's
 * newest time.
 */
function shareTimes(touches: readonly Touch[]): { owners: Owner[]; back: number[] } {
  const byName = new Map<string, Owner>()
  const back = touches.map(({ entId, ownerId }) => {
    const name = `${entId}${ownerId}`
    const owner = byName.get(name) ?? { entId, ownerId, count: 0 }
    byName.set(name, owner)
    owner.count += 1
    return owner.count - 1
  })
  const owners = [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, owner]) => owner)
  return { owners, back }
}

const INSERT_CONVERSATIONS = {
  name: 'insert-conversations',
  text: `insert into conversation (ent_id, owner_id, topic_id, unread, last_read_seq, last_read_at, start_seq, updated_at, last_message_seq)
    select ent_id, owner_id, topic_id, unread, greatest(own_seq, start_seq), case when own_seq > 0 then $9::timestamptz end, start_seq, updated_at, last_seq
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[], $5::int8[], $6::int8[], $7::timestamptz[], $8::int8[])
      as t(ent_id, owner_id, topic_id, unread, own_seq, start_seq, updated_at, last_seq)
    on conflict (ent_id, owner_id, topic_id) do nothing`,
}

/** For members without a conversation row. The lock on the topic prevents a concurrent insert. */
export async function insertConversations(
  client: PoolClient,
  touches: readonly Touch[],
  times: readonly Date[],
  now: Date,
): Promise<void> {
  const values = [
    touches.map((touch) => touch.entId),
    touches.map((touch) => touch.ownerId),
    touches.map((touch) => touch.topicId),
    touches.map((touch) => touch.unread),
    touches.map((touch) => touch.ownSeq),
    touches.map((touch) => touch.startSeq),
    times,
    touches.map((touch) => touch.lastSeq),
    now,
  ]
  await client.query({ ...INSERT_CONVERSATIONS, values })
}
