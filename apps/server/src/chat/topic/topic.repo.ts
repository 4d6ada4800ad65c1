import type { EntId } from '@ruwu/contract'
import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { conversation, knock, topic, topicMember } from '../../db/schema/index.ts'

export type TopicRow = typeof topic.$inferSelect
export type MemberRow = typeof topicMember.$inferSelect
export type KnockRow = typeof knock.$inferSelect

export async function findTopic(db: Queryable, entId: EntId, id: string): Promise<TopicRow | undefined> {
  const [row] = await db
    .select()
    .from(topic)
    .where(and(eq(topic.entId, entId), eq(topic.id, id)))
  return row
}

/** Row lock until commit: appends and other changes of the topic wait. */
export async function lockTopic(db: Queryable, entId: EntId, id: string): Promise<TopicRow | undefined> {
  const [row] = await db
    .select()
    .from(topic)
    .where(and(eq(topic.entId, entId), eq(topic.id, id)))
    .for('update')
  return row
}

export async function updateTopic(
  db: Queryable,
  { entId, id }: Pick<TopicRow, 'entId' | 'id'>,
  change: Partial<
    Pick<TopicRow, 'name' | 'icon' | 'category' | 'extra' | 'notice' | 'silentUntil' | 'dismissedAt' | 'ownerId'>
  >,
  now: Date,
): Promise<void> {
  await db
    .update(topic)
    .set({ ...change, updatedAt: now, memberVersion: sql`${topic.memberVersion} + 1` })
    .where(and(eq(topic.entId, entId), eq(topic.id, id)))
}

/** The membership row, of a former member too. */
export async function findMember(
  db: Queryable,
  entId: EntId,
  topicId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(topicMember)
    .where(and(eq(topicMember.entId, entId), eq(topicMember.topicId, topicId), eq(topicMember.userId, userId)))
  return row
}

/** The user's read position in a topic. */
export async function readLastReadSeq(db: Queryable, entId: EntId, ownerId: string, topicId: string): Promise<number> {
  const [row] = await db
    .select({ lastReadSeq: conversation.lastReadSeq })
    .from(conversation)
    .where(and(eq(conversation.entId, entId), eq(conversation.ownerId, ownerId), eq(conversation.topicId, topicId)))
  return row?.lastReadSeq ?? 0
}

export async function listMembers(
  db: Queryable,
  entId: EntId,
  topicId: string,
  page: { after?: Date | undefined; limit?: number; roles?: MemberRow['role'][] } = {},
): Promise<MemberRow[]> {
  const query = db
    .select()
    .from(topicMember)
    .where(
      and(
        eq(topicMember.entId, entId),
        eq(topicMember.topicId, topicId),
        isNull(topicMember.leftAt),
        page.after && gt(topicMember.updatedAt, page.after),
        page.roles && inArray(topicMember.role, page.roles),
      ),
    )
    .orderBy(asc(topicMember.updatedAt), asc(topicMember.userId))
  return page.limit === undefined ? query : query.limit(page.limit)
}

export async function countMembers(
  db: Queryable,
  entId: EntId,
  topicIds: readonly string[],
): Promise<Map<string, number>> {
  if (topicIds.length === 0) return new Map()
  const rows = await db
    .select({ topicId: topicMember.topicId, members: count() })
    .from(topicMember)
    .where(and(eq(topicMember.entId, entId), inArray(topicMember.topicId, [...topicIds]), isNull(topicMember.leftAt)))
    .groupBy(topicMember.topicId)
  return new Map(rows.map((row) => [row.topicId, row.members]))
}

/**
 * Later than every other member's of the topic, which the caller has locked: `updatedAt` is the cursor of member pages.
 */
const nextMemberTime = (entId: EntId, topicId: string, now: Date) =>
  sql`greatest(${now.toISOString()}::timestamptz, (
    select max(updated_at) + interval '1 ms' from topic_member where ent_id = ${entId} and topic_id = ${topicId}))`

/** The first members of a topic; `updatedAt` is 1 ms apart in this order, because it is the page cursor. */
export async function insertMembers(
  db: Queryable,
  { entId, id }: Pick<TopicRow, 'entId' | 'id'>,
  members: readonly { userId: string; role: MemberRow['role'] }[],
  now: Date,
): Promise<void> {
  const rows = members.map(({ userId, role }, index) => {
    const updatedAt = new Date(now.getTime() + index)
    return { entId, topicId: id, userId, role, joinedAt: now, updatedAt }
  })
  await db.insert(topicMember).values(rows)
}

/** Adds a member, or a former one again; history starts above the topic's last seq. */
export async function addMember(
  db: Queryable,
  { entId, id, lastSeq }: Pick<TopicRow, 'entId' | 'id' | 'lastSeq'>,
  userId: string,
  now: Date,
): Promise<void> {
  const row = {
    role: 'member' as const,
    joinedAt: now,
    updatedAt: nextMemberTime(entId, id, now),
    startSeq: lastSeq,
    silentUntil: null,
    leftAt: null,
    leftSeq: null,
  }
  await db
    .insert(topicMember)
    .values({ entId, topicId: id, userId, ...row })
    .onConflictDoUpdate({ target: [topicMember.entId, topicMember.topicId, topicMember.userId], set: row })
}

export async function updateMember(
  db: Queryable,
  { entId, topicId, userId }: Pick<MemberRow, 'entId' | 'topicId' | 'userId'>,
  change: Partial<Pick<MemberRow, 'role' | 'silentUntil' | 'leftAt' | 'leftSeq'>>,
  now: Date,
): Promise<void> {
  await db
    .update(topicMember)
    .set({ ...change, updatedAt: nextMemberTime(entId, topicId, now) })
    .where(and(eq(topicMember.entId, entId), eq(topicMember.topicId, topicId), eq(topicMember.userId, userId)))
}

/** Idempotent: undefined when no request is pending. */
export async function answerKnock(
  db: Queryable,
  { entId, id }: Pick<TopicRow, 'entId' | 'id'>,
  userId: string,
  answer: Pick<KnockRow, 'status' | 'adminId' | 'updatedAt'>,
): Promise<KnockRow | undefined> {
  const [answered] = await db
    .update(knock)
    .set(answer)
    .where(and(eq(knock.entId, entId), eq(knock.topicId, id), eq(knock.userId, userId), eq(knock.status, 'pending')))
    .returning()
  return answered
}

export async function isMember(db: Queryable, entId: EntId, topicId: string, userId: string): Promise<boolean> {
  const member = await findMember(db, entId, topicId, userId)
  return member !== undefined && member.leftAt === null
}

export async function insertTopic(db: Queryable, row: typeof topic.$inferInsert): Promise<void> {
  await db.insert(topic).values(row)
}

/** A user has one request per group: asking again replaces it. */
export async function saveKnock(db: Queryable, row: typeof knock.$inferInsert): Promise<void> {
  const { entId: _ent, topicId: _topic, userId: _user, createdAt: _at, ...set } = row
  await db
    .insert(knock)
    .values(row)
    .onConflictDoUpdate({ target: [knock.entId, knock.topicId, knock.userId], set })
}

export const listPendingKnocks = (db: Queryable, entId: EntId, topicIds: string[]): Promise<KnockRow[]> =>
  db
    .select()
    .from(knock)
    .where(and(eq(knock.entId, entId), inArray(knock.topicId, topicIds), eq(knock.status, 'pending')))
    .orderBy(asc(knock.updatedAt))
    .limit(500)

/** Groups that a user owns or administers. */
export async function listAdministered(db: Queryable, entId: EntId, userId: string): Promise<string[]> {
  const rows = await db
    .select({ topicId: topicMember.topicId })
    .from(topicMember)
    .innerJoin(topic, and(eq(topic.entId, topicMember.entId), eq(topic.id, topicMember.topicId)))
    .where(
      and(
        eq(topicMember.entId, entId),
        eq(topicMember.userId, userId),
        inArray(topicMember.role, ['owner', 'admin']),
        isNull(topicMember.leftAt),
        isNull(topic.dismissedAt),
      ),
    )
  return rows.map((row) => row.topicId)
}
