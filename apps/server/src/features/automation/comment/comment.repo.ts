import type { CustomerId, EntId, Source } from '@ruwu/contract'
import { SOURCE_CAPABILITIES } from '@ruwu/domain'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { automationLog, channelAccount, commentReply } from '../../../db/schema/index.ts'
import { type CommentEvent, STALE_MS } from '../../../inbound/index.ts'

export type CommentRow = typeof commentReply.$inferSelect

const isComment = ({ entId, relationId, postId, authorId }: CommentRow) =>
  and(
    eq(commentReply.entId, entId),
    eq(commentReply.relationId, relationId),
    eq(commentReply.postId, postId),
    eq(commentReply.authorId, authorId),
  )

/** The lease of this claim. A comment that replaces this one leaves it. */
const isHeld = (row: CommentRow) =>
  and(isComment(row), row.heldUntil ? eq(commentReply.heldUntil, row.heldUntil) : sql`false`)

const isCurrent = (row: CommentRow) => and(isHeld(row), eq(commentReply.commentId, row.commentId))

const canReply = (source: Source) => SOURCE_CAPABILITIES[source].commentReply

/**
 * Stores comments for enterprises with 意向评论 switched on, on platforms where comments can be answered. Left out are comments of the
 * enterprise's own accounts, those of a day ago, and those of a person who was answered under the post. A further comment of a person
 * replaces the one that still waits, with both texts while neither is in the thread.
 */
export async function storeComments(db: Queryable, comments: readonly CommentEvent[], now: Date): Promise<void> {
  const fresh = comments.filter(
    ({ source, occurredAt }) => canReply(source) && now.getTime() - occurredAt.getTime() < STALE_MS,
  )
  for (const { source, accountId, postId, from, commentId, text, occurredAt } of fresh)
    await db.execute(sql`insert into comment_reply
        (ent_id, relation_id, post_id, author_id, author_name, comment_id, text, at, due_at)
      select a.ent_id, a.id, ${postId}, ${from.platformId}, ${from.name ?? ''}, ${commentId}, ${text}, ${occurredAt}, ${now}
      from channel_account a
        join automation_setting s on s.ent_id = a.ent_id and s.key = 'comment' and (s.setting ->> 'enabled')::bool
      where a.source = ${source} and a.platform_id = ${accountId} and a.open_status in ('open', 'expiring') and not exists (
        select 1 from channel_account o where o.ent_id = a.ent_id and o.source = a.source and o.platform_id = ${from.platformId})
      on conflict (ent_id, relation_id, post_id, author_id) do update
        set comment_id = excluded.comment_id, at = excluded.at, due_at = excluded.due_at, tries = 0,
          text = case when comment_reply.customer_id is null then comment_reply.text || E'\n' else '' end || excluded.text
        where comment_reply.answered_at is null and comment_reply.comment_id <> excluded.comment_id`)
}

/** Comments of one enterprise that are answered at once, over all nodes: its slow model or platform does not hold up the others. */
const ENTERPRISE_MAX = 2

/** Leases the first due comment until the given time. 暂停所有自动化: comments of the enterprise wait until it is resumed. */
export async function claimComment(db: Queryable, now: Date, until: Date): Promise<CommentRow | undefined> {
  const due = sql`select c.ctid from comment_reply c
    where c.due_at <= ${now} and (c.held_until is null or c.held_until <= ${now})
      and not exists (select from enterprise e where e.id = c.ent_id and e.automation_paused_at is not null)
      and c.ent_id not in (select h.ent_id from comment_reply h where h.held_until > ${now}
        group by h.ent_id having count(*) >= ${ENTERPRISE_MAX})
    order by c.due_at limit 1 for update skip locked`
  const [row] = await db
    .update(commentReply)
    .set({ heldUntil: until, tries: sql`${commentReply.tries} + 1` })
    .where(sql`${commentReply}.ctid = any(array(${due}))`)
    .returning()
  return row
}

/** No intent: the next comment of the person is judged again. One that came while this was judged stays. */
export async function dropComment(db: Queryable, row: CommentRow): Promise<void> {
  await db.delete(commentReply).where(isCurrent(row))
  await release(db, row)
}

/** A comment that replaced it is due at once. */
export async function release(db: Queryable, row: CommentRow): Promise<void> {
  await db.update(commentReply).set({ heldUntil: null }).where(isHeld(row))
}

/** Marks the comment as answered before the platform is called. False: it was claimed again, replaced or erased meanwhile. */
export async function beginReply(
  db: Queryable,
  row: CommentRow,
  { customerId, now }: { customerId: CustomerId; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(commentReply)
    .set({ customerId, answeredAt: now })
    .where(and(isCurrent(row), sql`${commentReply.answeredAt} is null`))
    .returning({ authorId: commentReply.authorId })
  return rows.length > 0
}

/** The platform did not take it and allows another try. */
export async function retryLater(db: Queryable, row: CommentRow, dueAt: Date): Promise<void> {
  await db.update(commentReply).set({ answeredAt: null, heldUntil: null, dueAt }).where(isHeld(row))
}

/**
 * A comment that may be answered stays without the text; otherwise the next one of the person is looked at. False: it was
 * claimed again or replaced.
 */
export async function endComment(db: Queryable, row: CommentRow, mayBeAnswered: boolean): Promise<boolean> {
  const kept = { dueAt: null, heldUntil: null, text: '' }
  const rows = mayBeAnswered
    ? await db.update(commentReply).set(kept).where(isHeld(row)).returning()
    : await db.delete(commentReply).where(isCurrent(row)).returning()
  return rows.length > 0
}

/** The platform's id of an account. */
export async function readPlatformId(db: Queryable, { entId, relationId }: CommentRow): Promise<string | undefined> {
  const [row] = await db
    .select({ platformId: channelAccount.platformId })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
  return row?.platformId
}

/** Comments answered and private messages sent since then. */
export async function countComments(
  db: Queryable,
  entId: EntId,
  since: Date,
): Promise<{ repliedInWeek: number; guidedInWeek: number }> {
  const [row] = await db
    .select({
      repliedInWeek: sql<number>`(count(*) filter (where ${automationLog.messageId} is null))::int`,
      guidedInWeek: sql<number>`(count(*) filter (where ${automationLog.messageId} is not null))::int`,
    })
    .from(automationLog)
    .where(
      and(
        eq(automationLog.entId, entId),
        eq(automationLog.type, 'comment'),
        eq(automationLog.result, 'sent'),
        sql`${automationLog.at} >= ${since}`,
      ),
    )
  return row ?? { repliedInWeek: 0, guidedInWeek: 0 }
}
