import type { AgentId, CustomerId, Content, MessageId, PointItem, RelationId } from '@ruwu/contract'
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { DAILY_LIST_MAX } from '@ruwu/domain'
import { visibleTo } from '../../../customer/visibility.repo.ts'
import type { Queryable } from '../../../db/database.ts'
import {
  aiHandoff,
  customer,
  customerMessage,
  message,
  messageFeedback,
  pointLedger,
  session,
} from '../../../db/schema/index.ts'
import type { Caller } from '../../../platform/http/caller.ts'

/** What a report covers. `relationIds` undefined: all accounts. */
export type DailyScope = {
  caller: Caller
  start: Date
  end: Date
  relationIds: readonly RelationId[] | undefined
  agentId: AgentId | undefined
}

/** Ids begin with their time in milliseconds: messages of a span are a range of the index of ids. */
const firstIdAt = (at: Date): MessageId => at.getTime().toString(16).padStart(12, '0').padEnd(32, '0') as MessageId

const who = { customerId: customer.id, name: customer.name, remark: customer.remark }

const isCustomerOf = (table: typeof customerMessage | typeof aiHandoff | typeof pointLedger) =>
  and(eq(customer.entId, table.entId), eq(customer.id, table.customerId))

/** Conditions on `customer` and the session: authorisation, and the filter as the figures understand it. */
const matches = ({ caller, relationIds, agentId }: DailyScope): SQL | undefined =>
  and(
    isNull(customer.erasedAt),
    visibleTo(caller),
    relationIds && inArray(customer.relationId, [...relationIds]),
    agentId && sql`${agentId}::uuid = any(${session.agentIds})`,
  )

/** Messages of the day with their customer and session. */
const selectMessages = (db: Queryable, scope: DailyScope, condition: SQL | undefined) =>
  db
    .select({
      ...who,
      messageId: customerMessage.id,
      at: message.createdAt,
      content: message.content,
    })
    .from(customerMessage)
    .innerJoin(
      message,
      and(
        eq(message.entId, customerMessage.entId),
        eq(message.topicId, customerMessage.customerId),
        eq(message.seq, customerMessage.seq),
      ),
    )
    .innerJoin(customer, isCustomerOf(customerMessage))
    .leftJoin(session, and(eq(session.entId, customerMessage.entId), eq(session.id, customerMessage.sessionId)))
    .leftJoin(
      messageFeedback,
      and(eq(messageFeedback.entId, customerMessage.entId), eq(messageFeedback.messageId, customerMessage.id)),
    )
    .where(
      and(
        eq(customerMessage.entId, scope.caller.entId),
        gte(customerMessage.id, firstIdAt(scope.start)),
        lt(customerMessage.id, firstIdAt(scope.end)),
        condition,
        matches(scope),
      ),
    )

export type Incident = {
  customerId: CustomerId
  name: string
  remark: string
  messageId: MessageId | null
  at: Date
  kind: 'sendFailed' | 'blocked' | 'negative'
}

/** The newest rows of a list, and how many there are. */
export type Newest<Row> = { rows: Row[]; total: number }

async function newestMessages(db: Queryable, scope: DailyScope, condition: SQL | undefined) {
  const rows = await selectMessages(db, scope, condition).orderBy(desc(customerMessage.id)).limit(DAILY_LIST_MAX)
  return { rows, total: rows.length < DAILY_LIST_MAX ? rows.length : await countMessages(db, scope, condition) }
}

const INCIDENTS: Record<'sendFailed' | 'blocked', SQL | undefined> = {
  sendFailed: eq(customerMessage.status, 2),
  blocked: and(eq(customerMessage.senderKind, 'system'), sql`${message.content} -> 'extra' ->> 'kind' = 'held_back'`),
}

/** Our messages that failed, or those that the guard held back. */
export async function listIncidents(
  db: Queryable,
  scope: DailyScope,
  kind: keyof typeof INCIDENTS,
): Promise<Newest<Incident>> {
  const { rows, total } = await newestMessages(db, scope, INCIDENTS[kind])
  return { rows: rows.map(({ content: _content, ...row }) => ({ ...row, kind })), total }
}

/** Customers whom the AI handed over because of their mood. */
export async function listNegatives(db: Queryable, scope: DailyScope): Promise<Newest<Incident>> {
  const rows = await db
    .select({ ...who, at: aiHandoff.at, total: sql<number>`(count(*) over ())::int` })
    .from(aiHandoff)
    .innerJoin(customer, isCustomerOf(aiHandoff))
    .leftJoin(session, and(eq(session.entId, aiHandoff.entId), eq(session.id, aiHandoff.sessionId)))
    .where(
      and(
        eq(aiHandoff.entId, scope.caller.entId),
        gte(aiHandoff.at, scope.start),
        lt(aiHandoff.at, scope.end),
        eq(aiHandoff.reason, 'negative'),
        matches(scope),
      ),
    )
    .orderBy(desc(aiHandoff.at))
    .limit(DAILY_LIST_MAX)
  return {
    rows: rows.map(({ total: _total, ...row }) => ({ ...row, messageId: null, kind: 'negative' })),
    total: rows[0]?.total ?? 0,
  }
}

export type BadAnswer = Omit<Incident, 'kind' | 'messageId'> & { messageId: MessageId; content: Content }

/** Answers of the AI that agents rated 点踩. */
export const listBadAnswers = (db: Queryable, scope: DailyScope): Promise<Newest<BadAnswer>> =>
  newestMessages(db, scope, eq(messageFeedback.rating, 'bad'))

export const countAiReplies = (db: Queryable, scope: DailyScope): Promise<number> =>
  countMessages(db, scope, eq(customerMessage.senderKind, 'ai'))

async function countMessages(db: Queryable, scope: DailyScope, condition: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(selectMessages(db, scope, condition).as('counted'))
  return row?.total ?? 0
}

/** Points used by item, without refunded ones. They belong to no agent. */
export async function sumPoints(db: Queryable, scope: DailyScope): Promise<{ item: PointItem; points: number }[]> {
  const { caller, relationIds, agentId, start, end } = scope
  if (agentId) return []
  const visible = visibleTo(caller)
  const points = sql<number>`-sum(${pointLedger.delta})::int`
  const rows = await db
    .select({ item: pointLedger.item, points })
    .from(pointLedger)
    .leftJoin(customer, isCustomerOf(pointLedger))
    .where(
      and(
        eq(pointLedger.entId, caller.entId),
        gte(pointLedger.at, start),
        lt(pointLedger.at, end),
        inArray(pointLedger.type, ['consume', 'refund']),
        isNotNull(pointLedger.item),
        relationIds && inArray(pointLedger.relationId, [...relationIds]),
        visible && and(isNotNull(customer.id), visible),
      ),
    )
    .groupBy(pointLedger.item)
    .orderBy(desc(points), asc(pointLedger.item))
  return rows.flatMap(({ item, points: used }) => (item && used !== 0 ? [{ item, points: used }] : []))
}
