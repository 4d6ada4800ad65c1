import type { EntId } from '@ruwu/contract'
import { and, asc, desc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { message, topic, topicMember } from '../../db/schema/index.ts'

/** Queries that fill gaps in the delivered sequence of a topic, and find topics of which nothing was delivered. */

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

/** A message has its time before it waits for its topic's lock, so that its seq may be above those of messages written so much later. */
const DISORDER_MS = 60_000

/** The newest messages written since then, oldest first. Backwards from the newest seq only to the first one that is older. */
export async function listWrittenSince(
  db: Queryable,
  entId: EntId,
  topicId: string,
  { since, most }: { since: Date; most: number },
) {
  const isInTopic = and(eq(message.entId, entId), eq(message.topicId, topicId))
  const last = db
    .select({ seq: message.seq, createdAt: message.createdAt })
    .from(message)
    .where(isInTopic)
    .orderBy(desc(message.seq))
    .limit(most)
    .as('last')
  const older = db
    .select({ seq: last.seq })
    .from(last)
    .where(lt(last.createdAt, new Date(since.getTime() - DISORDER_MS)))
    .orderBy(desc(last.seq))
    .limit(1)
  const newest = await db
    .select()
    .from(message)
    .where(and(isInTopic, gt(message.seq, sql`coalesce((${older}), 0)`), gte(message.createdAt, since)))
    .orderBy(desc(message.seq))
    .limit(most)
  return newest.toReversed()
}

/** Present and former members with the seqs between which they were members. */
export const listMemberships = (db: Queryable, entId: EntId, topicId: string) =>
  db
    .select({ userId: topicMember.userId, startSeq: topicMember.startSeq, leftSeq: topicMember.leftSeq })
    .from(topicMember)
    .where(and(eq(topicMember.entId, entId), eq(topicMember.topicId, topicId)))

/** Topics of these users in which something was written since then. */
export async function listWrittenTopics(
  db: Queryable,
  entId: EntId,
  userIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const { rows } = await db.execute<{ topicId: string }>(sql`
    select replace(mine.topic_id::text, '-', '') as "topicId"
    from (select distinct topic_id from topic_member
      where ent_id = ${entId} and user_id = any(${array(userIds, (id) => id)}::text[])
        and (left_at is null or left_at >= ${since})) mine
    cross join lateral (select created_at from message
      where ent_id = ${entId} and topic_id = mine.topic_id order by seq desc limit 1) newest
    where newest.created_at >= ${since}`)
  return rows.map(({ topicId }) => topicId)
}

/** Customers' threads in which something was written since then. */
export async function listWrittenThreads(db: Queryable, entId: EntId, since: Date): Promise<string[]> {
  const { rows } = await db.execute<{ topicId: string }>(sql`
    select replace(id::text, '-', '') as "topicId" from customer
    where ent_id = ${entId} and archive = any('{false,true}') and last_message_at >= ${since}`)
  return rows.map(({ topicId }) => topicId)
}
