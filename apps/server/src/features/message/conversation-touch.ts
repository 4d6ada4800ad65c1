import type { Content, EntId } from '@ruwu/contract'
import type { PoolClient } from 'pg'
import type { Committed, LockedTopic } from './batch.ts'
import { isReadableContent } from './content.ts'
import { nextTimes } from './conversation-clock.ts'
import type { Change } from './number-batch.ts'

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
  last: Committed | undefined
}

/** Works out, without the database, what each member's conversation has to learn. */
export function planTouches(topics: ReadonlyMap<string, LockedTopic>, committed: readonly Committed[]): Touch[] {
  return [...Map.groupBy(committed, (message) => message.topicId)].flatMap(([topicId, messages]) => {
    const topic = topics.get(topicId)
    if (!topic) return []
    const readable = messages.filter((message) => isReadableContent(message.content))
    const last = readable.at(-1)
    return [...topic.members.values()].map(({ userId, startSeq }) => {
      const ownSeq =
        messages.findLast((message) => message.senderId === userId && isReadableContent(message.content))?.seq ?? 0
      const unread = readable.filter((message) => message.senderId !== userId && message.seq > ownSeq).length
      return { entId: topic.entId, ownerId: userId, topicId, unread, ownSeq, startSeq, last }
    })
  })
}

const TOUCH = {
  name: 'touch-conversations',
  text: `insert into conversation as c (ent_id, owner_id, topic_id, unread, last_read_seq, last_read_at, start_seq, updated_at,
      last_message, last_message_at, last_message_seq, last_sender_id)
    select ent_id, owner_id, topic_id, unread, own_seq, case when own_seq > 0 then $12::timestamptz end, start_seq, updated_at,
      last_message::jsonb, case when last_seq is not null then $12::timestamptz end, last_seq, last_sender
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[], $5::int8[], $6::int8[], $7::timestamptz[], $8::text[], $9::int8[], $10::text[])
      as t(ent_id, owner_id, topic_id, unread, own_seq, start_seq, updated_at, last_message, last_seq, last_sender)
    where $11
    on conflict (ent_id, owner_id, topic_id) do update set
      unread = case when excluded.last_read_seq > 0 then excluded.unread else c.unread + excluded.unread end,
      last_read_seq = greatest(c.last_read_seq, excluded.last_read_seq),
      last_read_at = coalesce(excluded.last_read_at, c.last_read_at),
      updated_at = excluded.updated_at, removed_at = null,
      last_message = coalesce(excluded.last_message, c.last_message),
      last_message_at = coalesce(excluded.last_message_at, c.last_message_at),
      last_message_seq = coalesce(excluded.last_message_seq, c.last_message_seq),
      last_sender_id = coalesce(excluded.last_sender_id, c.last_sender_id)`,
}

/** Brings every member's conversation up to date with a batch: in the list, its last message, unread, in its order. */
export async function touchConversations(
  client: PoolClient,
  topics: ReadonlyMap<string, LockedTopic>,
  committed: readonly Committed[],
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  for (const { topicId, target } of changes) {
    await showChange(client, topics.get(topicId), target.seq, target.content, target.isRecalled)
  }
  const touches = planTouches(topics, committed)
  if (touches.length === 0) return
  const times = await nextTimes(client, touches, now)
  const values = [
    touches.map((touch) => touch.entId),
    touches.map((touch) => touch.ownerId),
    touches.map((touch) => touch.topicId),
    touches.map((touch) => touch.unread),
    touches.map((touch) => touch.ownSeq),
    touches.map((touch) => touch.startSeq),
    times,
    touches.map((touch) => touch.last && JSON.stringify(touch.last.content)),
    touches.map((touch) => touch.last?.seq),
    touches.map((touch) => touch.last?.senderId),
    true,
    now,
  ]
  await client.query({ ...TOUCH, values })
}

/** A changed message that is a conversation's last one is changed there too; a recalled one is no longer unread. */
async function showChange(
  client: PoolClient,
  topic: LockedTopic | undefined,
  seq: number,
  content: Content,
  isRecall: boolean,
): Promise<void> {
  if (!topic || topic.members.size === 0) return
  await client.query(
    `update conversation set
       last_message = case when last_message_seq = $4 then $5::jsonb else last_message end,
       unread = case when $6 and last_read_seq < $4 then greatest(unread - 1, 0) else unread end
     where ent_id = $1 and topic_id = $2 and owner_id = any($3::text[])
       and (last_message_seq = $4 or ($6 and last_read_seq < $4))`,
    [topic.entId, topic.id, [...topic.members.keys()], seq, JSON.stringify(content), isRecall],
  )
}
