import { randomBytes } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { uuidV7 } from '@ruwu/domain'
import type { PoolClient } from 'pg'
import type { Committed } from './batch.ts'
import { isReadableContent, RECALLED } from './content.ts'
import type { Touch } from './conversation-touch.ts'

/**
 * Everything a batch writes, in one round trip: the messages, each topic's last number, and each member's view of it. The
 * owners' clocks give every touched conversation a time of its own, later than any before; see `conversation_clock`.
 */
const WRITE = {
  name: 'write-batch',
  text: `with stored as (
      insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, updated_at)
      select ent_id, topic_id, seq, id, chat_id, sender_id, content::jsonb, is_readable, is_recalled, $1, $1
      from unnest($2::uuid[], $3::uuid[], $4::int8[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::bool[], $10::bool[])
        as m(ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled)
      on conflict (ent_id, topic_id, chat_id) do nothing returning 1
    ), numbered as (
      update topic t set last_seq = k.seq, updated_at = $1
      from unnest($11::uuid[], $12::uuid[], $13::int8[]) as k(ent_id, id, seq) where t.ent_id = k.ent_id and t.id = k.id
    ), clock as (
      insert into conversation_clock as c (ent_id, owner_id, at)
      select ent_id, owner_id, $1::timestamptz + (n - 1) * interval '1 ms'
      from unnest($14::uuid[], $15::text[], $16::int[]) as o(ent_id, owner_id, n)
      on conflict (ent_id, owner_id) do update set at = greatest(excluded.at, c.at + (excluded.at - $1::timestamptz) + interval '1 ms')
      returning c.ent_id, c.owner_id, c.at
    ), touched as (
      update conversation c set
        unread = case when t.own_seq > 0 then t.unread else c.unread + t.unread end,
        last_read_seq = greatest(c.last_read_seq, t.own_seq),
        last_read_at = case when t.own_seq > 0 then $1::timestamptz else c.last_read_at end,
        updated_at = clock.at - t.back * interval '1 ms', removed_at = null,
        last_message_seq = coalesce(t.last_seq, c.last_message_seq)
      from unnest($17::uuid[], $18::text[], $19::uuid[], $20::int[], $21::int8[], $22::int8[], $23::int[])
          as t(ent_id, owner_id, topic_id, unread, own_seq, last_seq, back)
        join clock using (ent_id, owner_id)
      where c.ent_id = t.ent_id and c.owner_id = t.owner_id and c.topic_id = t.topic_id
      returning 1
    )
    select (select count(*) from stored) as stored, (select count(*) from touched) as touched`,
}

export type Written = { stored: number; touched: number }

export async function writeBatch(
  client: PoolClient,
  messages: readonly Committed[],
  touches: readonly Touch[],
  now: Date,
): Promise<Written> {
  const column = <T>(pick: (message: Committed) => T) => messages.map(pick)
  // Later messages of a topic overwrite earlier ones: the last one has the highest number.
  const last = [...new Map(messages.map((message) => [message.topicId, message])).values()]
  const { owners, back } = shareTimes(touches)
  const values = [
    now,
    column((message) => message.entId),
    column((message) => message.topicId),
    column((message) => message.seq),
    column(() => uuidV7(now, randomBytes(10))),
    column((message) => message.chatId),
    column((message) => message.senderId),
    column((message) => JSON.stringify(message.content)),
    column((message) => isReadableContent(message.content)),
    column((message) => message.content.type === RECALLED),
    last.map((each) => each.entId),
    last.map((each) => each.topicId),
    last.map((each) => each.seq),
    owners.map((owner) => owner.entId),
    owners.map((owner) => owner.ownerId),
    owners.map((owner) => owner.count),
    touches.map((touch) => touch.entId),
    touches.map((touch) => touch.ownerId),
    touches.map((touch) => touch.topicId),
    touches.map((touch) => touch.unread),
    touches.map((touch) => touch.ownSeq),
    touches.map((touch) => touch.lastSeq),
    back,
  ]
  const { rows } = await client.query<Written>({ ...WRITE, values })
  return rows[0] ?? { stored: 0, touched: 0 }
}

type Owner = { entId: EntId; ownerId: string; count: number }

/** Each owner once, in order so that two batches can't wait for each other, and how far below its newest time each touch lies. */
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

/** For members who had no conversation of the topic yet; the topic's lock keeps others from making one meanwhile. */
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
