import type { EntId } from '@ruwu/contract'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { conversation, conversationClock, topic } from '../../db/schema/index.ts'

type ConversationRow = typeof conversation.$inferSelect
type TopicRow = typeof topic.$inferSelect

const own = (entId: EntId, ownerId: string) => and(eq(conversation.entId, entId), eq(conversation.ownerId, ownerId))

/**
 * Share lock on the topic, taken before any change of its conversations: appending locks it exclusively, so `unread`
 * cannot change in between. Returns the last seq.
 */
async function lockTopic(db: Queryable, entId: EntId, topicId: string): Promise<number> {
  const [row] = await db
    .select({ lastSeq: topic.lastSeq })
    .from(topic)
    .where(and(eq(topic.entId, entId), eq(topic.id, topicId)))
    .for('share')
  return row?.lastSeq ?? 0
}

/**
 * Locks the conversation until commit, so that concurrent changes are serialised. Lock order: topic, then conversation.
 */
export async function lockConversation(
  db: Queryable,
  entId: EntId,
  ownerId: string,
  topicId: string,
): Promise<{ conversation: ConversationRow; lastSeq: number } | undefined> {
  const lastSeq = await lockTopic(db, entId, topicId)
  const [row] = await db
    .select()
    .from(conversation)
    .where(and(own(entId, ownerId), eq(conversation.topicId, topicId), isNull(conversation.removedAt)))
    .for('update')
  return row && { conversation: row, lastSeq }
}

/**
 * The first of `count` new `updatedAt` values of the owner, 1 ms apart and later than any before; see
 * `conversation_clock`.
 */
async function nextTime(db: Queryable, entId: EntId, ownerId: string, now: Date, count = 1): Promise<Date> {
  const more = count - 1
  const [row] = await db
    .insert(conversationClock)
    .values({ entId, ownerId, at: new Date(now.getTime() + more) })
    .onConflictDoUpdate({
      target: [conversationClock.entId, conversationClock.ownerId],
      set: { at: sql`greatest(excluded.at, ${conversationClock.at} + ${count}::int * interval '1 ms')` },
    })
    .returning({ at: conversationClock.at })
  if (!row) throw new Error('no time was given')
  return new Date(row.at.getTime() - more)
}

export async function changeConversation(
  db: Queryable,
  { entId, ownerId, topicId }: Pick<ConversationRow, 'entId' | 'ownerId' | 'topicId'>,
  change: Partial<Omit<ConversationRow, 'entId' | 'ownerId' | 'topicId' | 'updatedAt' | 'updatedHour'>>,
  now: Date,
): Promise<void> {
  const updatedAt = await nextTime(db, entId, ownerId, now)
  await db
    .update(conversation)
    .set({ ...change, updatedAt })
    .where(and(own(entId, ownerId), eq(conversation.topicId, topicId)))
}

/** Marks several of an owner's conversations as read up to these seqs. The caller has locked their topics. */
export async function readConversations(
  db: Queryable,
  entId: EntId,
  ownerId: string,
  rows: readonly { topicId: string; lastReadSeq: number }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.topicId)
  // Lock order: conversations before the owner's clock row, as in every change of one conversation, so that they cannot
  // deadlock.
  await db
    .select({ topicId: conversation.topicId })
    .from(conversation)
    .where(and(own(entId, ownerId), inArray(conversation.topicId, ids)))
    .orderBy(asc(conversation.topicId))
    .for('update')
  const first = await nextTime(db, entId, ownerId, now, rows.length)
  const topicIds = sql.param(ids)
  const seqs = sql.param(rows.map((row) => row.lastReadSeq))
  await db.execute(sql`update conversation c
    set unread = 0, last_read_seq = k.seq, last_read_at = ${now.toISOString()}::timestamptz,
      updated_at = ${first.toISOString()}::timestamptz + (k.n - 1) * interval '1 ms'
    from unnest(${topicIds}::uuid[], ${seqs}::int8[]) with ordinality as k(topic_id, seq, n)
    where c.ent_id = ${entId} and c.owner_id = ${ownerId} and c.topic_id = k.topic_id`)
}

/**
 * Puts the topic into the owner's list, by an insert or by clearing `removedAt`. A listed conversation is not changed.
 */
export async function restoreConversation(
  db: Queryable,
  entId: EntId,
  ownerId: string,
  topicId: string,
  now: Date,
): Promise<void> {
  await lockTopic(db, entId, topicId)
  const listed = and(own(entId, ownerId), eq(conversation.topicId, topicId), isNull(conversation.removedAt))
  if ((await db.select({ topicId: conversation.topicId }).from(conversation).where(listed)).length > 0) return
  const updatedAt = await nextTime(db, entId, ownerId, now)
  await db
    .insert(conversation)
    .values({ entId, ownerId, topicId, updatedAt })
    .onConflictDoUpdate({
      target: [conversation.entId, conversation.ownerId, conversation.topicId],
      set: { removedAt: null, updatedAt },
    })
}

/** For a member that rejoins a topic: history starts above the topic's last seq. */
export async function restartConversation(
  db: Queryable,
  { entId, id, lastSeq }: Pick<TopicRow, 'entId' | 'id' | 'lastSeq'>,
  ownerId: string,
): Promise<void> {
  await db
    .update(conversation)
    .set({ startSeq: lastSeq, lastReadSeq: lastSeq, lastMessageSeq: null, unread: 0 })
    .where(and(own(entId, ownerId), eq(conversation.topicId, id)))
}

/** Removes the topic from these owners' lists; the rows stay as tombstones. The caller has locked the topic. */
export async function removeConversations(
  db: Queryable,
  entId: EntId,
  topicId: string,
  ownerIds: readonly string[],
  now: Date,
): Promise<void> {
  if (ownerIds.length === 0) return
  await db
    .update(conversation)
    .set({ removedAt: now, unread: 0 })
    .where(
      and(
        eq(conversation.entId, entId),
        eq(conversation.topicId, topicId),
        inArray(conversation.ownerId, [...ownerIds]),
        isNull(conversation.removedAt),
      ),
    )
}
