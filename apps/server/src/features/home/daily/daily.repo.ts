import type { AgentId, CustomerId, Content, DailyWordHits, MessageId, PointItem, RelationId } from '@ruwu/contract'
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { DAILY_LIST_MAX } from '@ruwu/domain'
import { visibleBy, visibleTo } from '../../../customer/visibility.repo.ts'
import type { Queryable } from '../../../db/database.ts'
import {
  agent,
  aiHandoff,
  bannedWordHit,
  channelAccount,
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

/** The session of a row is one in which the agent wrote: the filter as the figures understand it. */
const hasSender = (agentId: AgentId | undefined): SQL | undefined =>
  agentId && sql`${agentId}::uuid = any(${session.agentIds})`

/** Conditions on `customer` and the session: authorisation and the filter. */
const matches = ({ caller, relationIds, agentId }: DailyScope): SQL | undefined =>
  and(
    isNull(customer.erasedAt),
    visibleTo(caller),
    relationIds && inArray(customer.relationId, [...relationIds]),
    hasSender(agentId),
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
  kind: 'sendFailed' | 'heldBack' | 'negative'
  reason: string | null
}

/** The newest rows of a list, and how many there are. */
export type Newest<Row> = { rows: Row[]; total: number }

async function newestMessages(db: Queryable, scope: DailyScope, condition: SQL | undefined) {
  const rows = await selectMessages(db, scope, condition).orderBy(desc(customerMessage.id)).limit(DAILY_LIST_MAX)
  return { rows, total: rows.length < DAILY_LIST_MAX ? rows.length : await countMessages(db, scope, condition) }
}

const INCIDENTS: Record<'sendFailed' | 'heldBack', SQL | undefined> = {
  sendFailed: eq(customerMessage.status, 2),
  heldBack: and(eq(customerMessage.senderKind, 'system'), sql`${message.content} -> 'extra' ->> 'kind' = 'held_back'`),
}

/** Our messages that failed, or the lines which say that an automatic message was not sent. */
export async function listIncidents(
  db: Queryable,
  scope: DailyScope,
  kind: keyof typeof INCIDENTS,
): Promise<Newest<Incident>> {
  const { rows, total } = await newestMessages(db, scope, INCIDENTS[kind])
  const reasonOf = ({ text }: Content) => (kind === 'heldBack' ? (text ?? null) : null)
  return { rows: rows.map(({ content, ...row }) => ({ ...row, kind, reason: reasonOf(content) })), total }
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
    rows: rows.map(({ total: _total, ...row }) => ({ ...row, messageId: null, kind: 'negative', reason: null })),
    total: rows[0]?.total ?? 0,
  }
}

export type BadAnswer = Omit<Incident, 'kind' | 'messageId' | 'reason'> & { messageId: MessageId; content: Content }

/** Answers of the AI that agents rated 点踩. */
export const listBadAnswers = (db: Queryable, scope: DailyScope): Promise<Newest<BadAnswer>> =>
  newestMessages(db, scope, eq(messageFeedback.rating, 'bad'))

export const countAiReplies = (db: Queryable, scope: DailyScope): Promise<number> =>
  countMessages(db, scope, eq(customerMessage.senderKind, 'ai'))

async function countMessages(db: Queryable, scope: DailyScope, condition: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(selectMessages(db, scope, condition).as('counted'))
  return row?.total ?? 0
}

/** Points used by item, without refunded ones; of an agent those of the sessions in which the agent wrote. */
export async function sumPoints(db: Queryable, scope: DailyScope): Promise<{ item: PointItem; points: number }[]> {
  const { caller, relationIds, agentId, start, end } = scope
  const visible = visibleTo(caller)
  const points = sql<number>`-sum(${pointLedger.delta})::int`
  const rows = await db
    .select({ item: pointLedger.item, points })
    .from(pointLedger)
    .leftJoin(customer, isCustomerOf(pointLedger))
    .leftJoin(session, and(eq(session.entId, pointLedger.entId), eq(session.id, pointLedger.sessionId)))
    .where(
      and(
        eq(pointLedger.entId, caller.entId),
        gte(pointLedger.at, start),
        lt(pointLedger.at, end),
        inArray(pointLedger.type, ['consume', 'refund']),
        isNotNull(pointLedger.item),
        relationIds && inArray(pointLedger.relationId, [...relationIds]),
        visible && and(isNotNull(customer.id), visible),
        hasSender(agentId),
      ),
    )
    .groupBy(pointLedger.item)
    .orderBy(desc(points), asc(pointLedger.item))
  return rows.flatMap(({ item, points: used }) => (item && used !== 0 ? [{ item, points: used }] : []))
}

/** Words that the guard found in messages of the day, by account and agent. A text that was refused has no message: its customer is not known. */
export async function listWordHits(
  db: Queryable,
  { caller, relationIds, agentId }: DailyScope,
  day: string,
): Promise<Newest<DailyWordHits>> {
  const hits = sql<number>`sum(${bannedWordHit.hits})::int`
  const { word, hits: count } = bannedWordHit
  const rows = await db
    .select({
      subSourceId: bannedWordHit.relationId,
      accountName: channelAccount.name,
      agentId: bannedWordHit.agentId,
      agentName: agent.name,
      hits,
      words: sql<DailyWordHits['words']>`json_agg(json_build_object('word', ${word}, 'hits', ${count})
        order by ${count} desc, ${word})`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(bannedWordHit)
    .innerJoin(
      channelAccount,
      and(eq(channelAccount.entId, bannedWordHit.entId), eq(channelAccount.id, bannedWordHit.relationId)),
    )
    .leftJoin(agent, and(eq(agent.entId, bannedWordHit.entId), eq(agent.id, bannedWordHit.agentId)))
    .where(
      and(
        eq(bannedWordHit.entId, caller.entId),
        eq(bannedWordHit.day, day),
        relationIds && inArray(bannedWordHit.relationId, [...relationIds]),
        agentId && eq(bannedWordHit.agentId, agentId),
        visibleBy(caller, bannedWordHit.agentId, bannedWordHit.relationId),
      ),
    )
    .groupBy(bannedWordHit.relationId, channelAccount.name, bannedWordHit.agentId, agent.name)
    .orderBy(desc(hits), asc(channelAccount.name), asc(agent.name))
    .limit(DAILY_LIST_MAX)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
