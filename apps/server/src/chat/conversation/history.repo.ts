import type { EntId } from '@ruwu/contract'
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { conversation, hiddenMessage, message, topic, topicMember } from '../../db/schema/index.ts'

type TopicKey = { entId: EntId; id: string }

/** Messages above `after` up to `upTo`, newest first. */
export const listMessages = (
  db: Queryable,
  { entId, id }: TopicKey,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
) =>
  db
    .select()
    .from(message)
    .where(and(eq(message.entId, entId), eq(message.topicId, id), gt(message.seq, after), lte(message.seq, upTo)))
    .orderBy(desc(message.seq))
    .limit(limit)

export const listSeqs = (db: Queryable, { entId, id }: TopicKey, chatIds: string[]) =>
  db
    .select({ seq: message.seq })
    .from(message)
    .where(and(eq(message.entId, entId), eq(message.topicId, id), inArray(message.chatId, chatIds)))

/** Hides messages for one user only. */
export async function hideMessages(
  db: Queryable,
  { entId, id }: TopicKey,
  userId: string,
  seqs: number[],
): Promise<void> {
  const values = seqs.map((seq) => ({ entId, userId, topicId: id, seq }))
  await db.insert(hiddenMessage).values(values).onConflictDoNothing()
}

export const listReaders = (db: Queryable, { entId, id }: TopicKey, ownerIds: string[]) =>
  db
    .select({ ownerId: conversation.ownerId, startSeq: conversation.startSeq, lastReadSeq: conversation.lastReadSeq })
    .from(conversation)
    .where(and(eq(conversation.entId, entId), eq(conversation.topicId, id), inArray(conversation.ownerId, ownerIds)))

export async function listHidden(
  db: Queryable,
  { entId, id }: TopicKey,
  userId: string,
  seqs: number[],
): Promise<Set<number>> {
  if (seqs.length === 0) return new Set()
  const rows = await db
    .select({ seq: hiddenMessage.seq })
    .from(hiddenMessage)
    .where(
      and(
        eq(hiddenMessage.entId, entId),
        eq(hiddenMessage.userId, userId),
        eq(hiddenMessage.topicId, id),
        inArray(hiddenMessage.seq, seqs),
      ),
    )
  return new Set(rows.map((row) => row.seq))
}

/**
 * A user's conversations behind the last seq or with unread messages. Share locks on their topics, in id order, keep
 * messages from being appended until commit.
 */
export const lockUnread = (db: Queryable, entId: EntId, userId: string) =>
  db
    .select({ topicId: topic.id, lastReadSeq: topic.lastSeq })
    .from(conversation)
    .innerJoin(topic, and(eq(topic.entId, conversation.entId), eq(topic.id, conversation.topicId)))
    .where(
      and(
        eq(conversation.entId, entId),
        eq(conversation.ownerId, userId),
        isNull(conversation.removedAt),
        or(gt(conversation.unread, 0), lt(conversation.lastReadSeq, topic.lastSeq)),
      ),
    )
    .orderBy(asc(topic.id))
    .for('share', { of: topic })

export const listMemberIds = (db: Queryable, { entId, id }: TopicKey) =>
  db
    .select({ userId: topicMember.userId })
    .from(topicMember)
    .where(and(eq(topicMember.entId, entId), eq(topicMember.topicId, id), isNull(topicMember.leftAt)))

/** Number of readable messages of other senders above a seq, without recalled ones. */
export async function countUnread(
  db: Queryable,
  row: { entId: EntId; topicId: string; ownerId: string },
  above: number,
): Promise<number> {
  const [counted] = await db
    .select({ unread: sql<number>`count(*)`.mapWith(Number) })
    .from(message)
    .where(
      and(
        eq(message.entId, row.entId),
        eq(message.topicId, row.topicId),
        gt(message.seq, above),
        ne(message.senderId, row.ownerId),
        eq(message.isReadable, true),
        eq(message.isRecalled, false),
      ),
    )
  return counted?.unread ?? 0
}
