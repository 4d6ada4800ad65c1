import type { AgentId, NoticeCounts, NoticeId, NoticeKind } from '@ruwu/contract'
import { TODO_KINDS } from '@ruwu/domain'
import {
  aliasedTable,
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type AccountViewer, inScope } from '../../customer/account-scope.repo.ts'
import { sameMessage } from '../../customer/customer-message.repo.ts'
import type { Queryable } from '../../db/database.ts'
import {
  agent,
  channelAccount,
  customer,
  customerMessage,
  customerNote,
  message,
  notice,
} from '../../db/schema/index.ts'

type Owner = AccountViewer & { agentId: AgentId }

const todo = sql<boolean>`(${notice.kind} in ${TODO_KINDS})`

/**
 * A notice that asks for an act is there until it is done: answered or taken by a colleague, sent or written again, completed. 待接手 and
 * 稍后处理 of an earlier time do not open again with the next one; the minute is for clocks of two nodes.
 */
const isOpen = ({ agentId }: Owner): SQL => sql`case ${notice.kind}
  when 'handoff' then exists (select from customer c where c.ent_id = ${notice.entId} and c.id = ${notice.customerId}
    and c.handoff_at <= ${notice.createdAt} + interval '1 minute' and (c.agent_id is null or c.agent_id = ${agentId}))
  when 'send_failed' then exists (select from customer_message m join customer c on c.ent_id = m.ent_id and c.id = m.customer_id
    where m.ent_id = ${notice.entId} and m.id = ${notice.subjectId} and m.status = 2 and c.last_human_seq <= m.seq
      and (c.agent_id is null or c.agent_id = ${agentId}))
  when 'reminder_due' then exists (select from customer_reminder r where r.ent_id = ${notice.entId} and r.id = ${notice.subjectId}
    and r.fired_at is not null)
  when 'postpone_due' then exists (select from customer c where c.ent_id = ${notice.entId} and c.id = ${notice.customerId}
    and c.agent_id = ${agentId} and c.returned_at <= ${notice.createdAt} and c.postponed_until is null)
  else true end`

/** Of an account alone: only while it is in the agent's scope. Who sees a customer is told of the customer. */
const isOfKnownAccount = (owner: Owner) => {
  const scoped = inScope(owner, notice.relationId)
  return scoped && or(isNotNull(notice.customerId), isNull(notice.relationId), scoped)
}

const ownOpen = (owner: Owner) =>
  and(eq(notice.entId, owner.entId), eq(notice.agentId, owner.agentId), isOpen(owner), isOfKnownAccount(owner))

const EXCERPT_CHARS = 60

const operator = aliasedTable(agent, 'operator')

const selectNotices = (db: Queryable) =>
  db
    .select({
      ...getTableColumns(notice),
      isTodo: todo,
      customer: {
        id: customer.id,
        name: customer.name,
        remark: customer.remark,
        avatar: customer.avatar,
        source: customer.source,
        agentId: customer.agentId,
        relationId: customer.relationId,
        waitingSince: customer.waitingSince,
        erasedAt: customer.erasedAt,
      },
      accountName: channelAccount.name,
      operatorName: operator.name,
      seq: sql<number | null>`coalesce(${customerNote.seq}, ${customerMessage.seq})`.mapWith(Number),
      senderKind: customerMessage.senderKind,
      /** Of the message that the notice is about. */
      excerpt: sql<string | null>`left(${message.content} ->> 'text', ${EXCERPT_CHARS}::int)`,
    })
    .from(notice)
    .leftJoin(customer, and(eq(customer.entId, notice.entId), eq(customer.id, notice.customerId)))
    .leftJoin(channelAccount, and(eq(channelAccount.entId, notice.entId), eq(channelAccount.id, notice.relationId)))
    .leftJoin(operator, and(eq(operator.entId, notice.entId), eq(operator.id, notice.operatorId)))
    .leftJoin(customerNote, and(eq(customerNote.entId, notice.entId), sql`${customerNote.id} = ${notice.subjectId}`))
    .leftJoin(
      customerMessage,
      and(eq(customerMessage.entId, notice.entId), sql`${customerMessage.id} = ${notice.subjectId}`),
    )
    .leftJoin(message, sameMessage)

export type NoticeRow = Awaited<ReturnType<typeof selectNotices>>[number]

export type NoticeFilter = { kind?: NoticeKind | NoticeKind[] | undefined; unread: boolean }

/** What needs doing first, then the newest; below the cursor's place. */
export const listNotices = (
  db: Queryable,
  owner: Owner,
  { kind, unread }: NoticeFilter,
  page: { below: { isTodo: boolean; id: NoticeId } | undefined; limit: number },
): Promise<NoticeRow[]> =>
  selectNotices(db)
    .where(
      and(
        ownOpen(owner),
        kind && inArray(notice.kind, [kind].flat()),
        unread ? isNull(notice.readAt) : undefined,
        page.below && sql`(${todo}, ${notice.id}) < (${page.below.isTodo}::boolean, ${page.below.id}::uuid)`,
      ),
    )
    .orderBy(desc(todo), desc(notice.id))
    .limit(page.limit)

const NONE = { unread: 0, handoff: 0, reminder: 0, mention: 0, newest: null }

const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

/** With the newest of them; ids are in the order of time. */
export async function countNotices(
  db: Queryable,
  owner: Owner,
): Promise<{ counts: NoticeCounts; newest: NoticeId | null }> {
  const [{ newest, ...counts } = NONE] = await db
    .select({
      unread: count(isNull(notice.readAt)),
      handoff: count(eq(notice.kind, 'handoff')),
      reminder: count(inArray(notice.kind, ['reminder_due', 'postpone_due'])),
      mention: count(sql`${notice.kind} = 'mention' and ${notice.readAt} is null`),
      newest: sql<NoticeId | null>`max(replace(${notice.id}::text, '-', ''))`,
    })
    .from(notice)
    .where(ownOpen(owner))
  return { counts, newest }
}

/** Of these, the agent's own. */
export const findOwnNotices = (db: Queryable, { entId, agentId }: Owner, ids: readonly NoticeId[]) =>
  db
    .select({ id: notice.id, kind: notice.kind, subjectId: notice.subjectId })
    .from(notice)
    .where(and(eq(notice.entId, entId), eq(notice.agentId, agentId), inArray(notice.id, [...ids])))
