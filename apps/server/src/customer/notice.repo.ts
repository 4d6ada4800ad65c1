import type { AgentId, CustomerId, EntId, NoticeId, NoticeKind } from '@ruwu/contract'
import { NOTICE_KEPT_DAYS, NOTICES_MAX } from '@ruwu/domain'
import { and, eq, inArray, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { notice } from '../db/schema/index.ts'

type NoticeRow = typeof notice.$inferSelect
type Owner = { entId: EntId; agentId: AgentId }

/** Returns the agents who had no notice of the cause. */
export async function insertNotices(db: Queryable, rows: readonly Omit<NoticeRow, 'readAt'>[]): Promise<AgentId[]> {
  const added = await db
    .insert(notice)
    .values([...rows])
    .onConflictDoNothing({ target: [notice.entId, notice.agentId, notice.kind, notice.cause] })
    .returning({ agentId: notice.agentId })
  return added.map(({ agentId }) => agentId)
}

/** Some, or all up to one. */
export type ReadNotices = { ids: readonly NoticeId[] } | { all: true; upTo?: NoticeId | undefined }

/** Returns how many of them were unread. */
export async function markNoticesRead(
  db: Queryable,
  { entId, agentId }: Owner,
  which: ReadNotices,
  now: Date,
): Promise<number> {
  const changed = await db
    .update(notice)
    .set({ readAt: now })
    .where(
      and(
        eq(notice.entId, entId),
        eq(notice.agentId, agentId),
        isNull(notice.readAt),
        'ids' in which ? inArray(notice.id, [...which.ids]) : which.upTo && lte(notice.id, which.upTo),
      ),
    )
    .returning({ id: notice.id })
  return changed.length
}

/** Deletes the notices of something that is done, postponed or removed. Returns their agents. */
export async function deleteNotices(
  db: Queryable,
  { entId, kind, subjectId }: { entId: EntId; kind: NoticeKind; subjectId: string },
): Promise<AgentId[]> {
  const gone = await db
    .delete(notice)
    .where(and(eq(notice.entId, entId), eq(notice.kind, kind), eq(notice.subjectId, subjectId)))
    .returning({ agentId: notice.agentId })
  return gone.map(({ agentId }) => agentId)
}

type OfCustomer = { entId: EntId; kind: NoticeKind; customerId: CustomerId }

const ofCustomer = ({ entId, kind, customerId }: OfCustomer) =>
  and(eq(notice.entId, entId), eq(notice.customerId, customerId), eq(notice.kind, kind))

export async function deleteNoticesOfCustomer(db: Queryable, which: OfCustomer): Promise<void> {
  await db.delete(notice).where(ofCustomer(which))
}

/** Makes all notices of the kind about a customer one agent's, unread, each cause once. False: there were none of others. */
export async function passNotices(db: Queryable, which: OfCustomer, agentId: AgentId): Promise<boolean> {
  const isTwin = sql`exists (select from notice o where o.ent_id = ${notice.entId} and o.kind = ${notice.kind}
    and o.cause = ${notice.cause} and (o.agent_id = ${agentId} or o.id < ${notice.id}))`
  await db.delete(notice).where(and(ofCustomer(which), ne(notice.agentId, agentId), isTwin))
  const passed = await db
    .update(notice)
    .set({ agentId, readAt: null })
    .where(and(ofCustomer(which), ne(notice.agentId, agentId)))
    .returning({ id: notice.id })
  return passed.length > 0
}

const DAY_MS = 86_400_000

/** Deletes notices that are too old, and the oldest of agents who have too many. */
export async function deleteOldNotices(db: Queryable, now: Date): Promise<void> {
  await db.delete(notice).where(lt(notice.createdAt, new Date(now.getTime() - NOTICE_KEPT_DAYS * DAY_MS)))
  const beyond: SQL = sql`select n.ent_id, n.id from (
      select ent_id, agent_id from notice group by ent_id, agent_id having count(*) > ${NOTICES_MAX}
    ) a cross join lateral (
      select ent_id, id from notice o where o.ent_id = a.ent_id and o.agent_id = a.agent_id order by id desc offset ${NOTICES_MAX}
    ) n`
  await db.execute(sql`delete from notice where (ent_id, id) in (${beyond})`)
}
