import type { EntId } from '@ruwu/contract'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { message, topic, topicMember } from '../../db/schema/index.ts'

/** Queries that fill gaps in the delivered sequence of a topic. */

export async function findTopic(db: Queryable, entId: EntId, id: string) {
  const [row] = await db
    .select()
    .from(topic)
    .where(and(eq(topic.entId, entId), eq(topic.id, id)))
  return row
}

/** Messages above `after` up to `upTo`, oldest first. */
export const listMessages = (
  db: Queryable,
  entId: EntId,
  topicId: string,
  { after, upTo }: { after: number; upTo: number },
) =>
  db
    .select()
    .from(message)
    .where(and(eq(message.entId, entId), eq(message.topicId, topicId), gt(message.seq, after), lte(message.seq, upTo)))
    .orderBy(asc(message.seq))

/** Present and former members with the seqs between which they were members. */
export const listMemberships = (db: Queryable, entId: EntId, topicId: string) =>
  db
    .select({ userId: topicMember.userId, startSeq: topicMember.startSeq, leftSeq: topicMember.leftSeq })
    .from(topicMember)
    .where(and(eq(topicMember.entId, entId), eq(topicMember.topicId, topicId)))
