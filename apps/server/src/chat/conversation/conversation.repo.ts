import type { Content, EntId } from '@ruwu/contract'
import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { conversation, message, topic } from '../../db/schema/index.ts'

export type ConversationRow = typeof conversation.$inferSelect

/** A conversation with its topic and last message. */
export type ListedConversation = {
  conversation: ConversationRow
  topic: typeof topic.$inferSelect
  /** The message with seq `lastMessageSeq`. */
  last: { content: Content; senderId: string; createdAt: Date } | null
}

const own = (entId: EntId, ownerId: string) => and(eq(conversation.entId, entId), eq(conversation.ownerId, ownerId))

const joined = (db: Queryable) =>
  db
    .select({
      conversation,
      topic,
      last: { content: message.content, senderId: message.senderId, createdAt: message.createdAt },
    })
    .from(conversation)
    .innerJoin(topic, and(eq(topic.entId, conversation.entId), eq(topic.id, conversation.topicId)))
    .leftJoin(
      message,
      and(
        eq(message.entId, conversation.entId),
        eq(message.topicId, conversation.topicId),
        eq(message.seq, conversation.lastMessageSeq),
      ),
    )

export async function findConversation(
  db: Queryable,
  entId: EntId,
  ownerId: string,
  topicId: string,
): Promise<ListedConversation | undefined> {
  const [row] = await joined(db).where(
    and(own(entId, ownerId), eq(conversation.topicId, topicId), isNull(conversation.removedAt)),
  )
  return row
}

/** Matches the topic's `category`; when that is empty, a DM is `personal` and any other topic `group`. */
const inCategory = (category: string) =>
  sql`coalesce(nullif(${topic.category}, ''), case when ${topic.kind} = 'dm' then 'personal' else 'group' end) = ${category}`

export type ListPage = {
  category?: string | undefined
  after?: Date | undefined
  before?: Date | undefined
  offset?: number
  limit: number
  order: 'oldest' | 'newest'
}

const HOUR_MS = 3_600_000

/** The `updatedHour` column's value for a time. */
const hourOf = (time: Date) => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS)

export async function listConversations(
  db: Queryable,
  entId: EntId,
  ownerId: string,
  page: ListPage,
): Promise<ListedConversation[]> {
  return (
    joined(db)
      .where(
        and(
          own(entId, ownerId),
          isNull(conversation.removedAt),
          page.category ? inCategory(page.category) : undefined,
          page.after && and(gte(conversation.updatedHour, hourOf(page.after)), gt(conversation.updatedAt, page.after)),
          page.before &&
            and(lte(conversation.updatedHour, hourOf(page.before)), lt(conversation.updatedAt, page.before)),
        ),
      )
      // The hour is implied by updatedAt; with it first the index provides the order, and only rows of one hour are
      // sorted.
      .orderBy(...[conversation.updatedHour, conversation.updatedAt].map(page.order === 'oldest' ? asc : desc))
      .offset(page.offset ?? 0)
      .limit(page.limit)
  )
}

export async function countConversations(
  db: Queryable,
  entId: EntId,
  ownerId: string,
  category?: string,
): Promise<number> {
  const all = db.select({ total: count() }).from(conversation)
  const present = and(own(entId, ownerId), isNull(conversation.removedAt))
  const [row] = category
    ? await all
        .innerJoin(topic, and(eq(topic.entId, conversation.entId), eq(topic.id, conversation.topicId)))
        .where(and(present, inCategory(category)))
    : await all.where(present)
  return row?.total ?? 0
}

/** Conversations removed after a time and not restored since, oldest removal first; at most 1000. */
export async function listRemoved(
  db: Queryable,
  entId: EntId,
  ownerId: string,
  after: Date,
): Promise<(ListedConversation & { removedAt: Date })[]> {
  const rows = await joined(db)
    .where(and(own(entId, ownerId), isNotNull(conversation.removedAt), gt(conversation.removedAt, after)))
    .orderBy(asc(conversation.removedAt))
    .limit(1000)
  return rows.flatMap((row) => (row.conversation.removedAt ? [{ ...row, removedAt: row.conversation.removedAt }] : []))
}
