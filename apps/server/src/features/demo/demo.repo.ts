import type { AgentId, CustomerId, EntId, KnowledgeId, MessageId, RelationId, SessionId } from '@ruwu/contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, aiAgent, aiRun, channelAccount, customer, knowledge, role } from '../../db/schema/index.ts'
import type { PlatformAccount } from './demo-accounts.ts'

export type Member = { id: AgentId; name: string; builtin: string | null; roleId: string; scope: 'own' | 'all' }

export const readTeam = (db: Queryable, entId: EntId): Promise<Member[]> =>
  db
    .select({
      id: agent.id,
      name: agent.name,
      builtin: role.builtin,
      roleId: agent.roleId,
      scope: role.customerScope,
      permissions: role.permissions,
    })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(eq(agent.entId, entId))

export const readAccounts = (db: Queryable, entId: EntId) =>
  db
    .select({
      id: channelAccount.id,
      parentId: channelAccount.parentId,
      source: channelAccount.source,
      platformId: channelAccount.platformId,
      name: channelAccount.name,
    })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), isNull(channelAccount.unboundAt)))

export async function hasCustomers(db: Queryable, entId: EntId): Promise<boolean> {
  const rows = await db.select({ id: customer.id }).from(customer).where(eq(customer.entId, entId)).limit(1)
  return rows.length > 0
}

/** The account while its AI has neither a draft nor a published version. */
export async function findAccountWithoutAi(
  db: Queryable,
  entId: EntId,
  { source, platformId }: PlatformAccount,
): Promise<RelationId | undefined> {
  const [row] = await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .leftJoin(aiAgent, and(eq(aiAgent.entId, channelAccount.entId), eq(aiAgent.relationId, channelAccount.id)))
    .where(
      and(
        eq(channelAccount.entId, entId),
        eq(channelAccount.source, source),
        eq(channelAccount.platformId, platformId),
        isNull(channelAccount.unboundAt),
        isNull(aiAgent.draft),
        isNull(aiAgent.publishedVersion),
      ),
    )
  return row?.id
}

export async function hasKnowledge(db: Queryable, entId: EntId, relationId: RelationId): Promise<boolean> {
  const rows = await db
    .select({ id: knowledge.id })
    .from(knowledge)
    .where(and(eq(knowledge.entId, entId), eq(knowledge.libraryId, relationId)))
    .limit(1)
  return rows.length > 0
}

export async function hasRuns(db: Queryable, entId: EntId): Promise<boolean> {
  const rows = await db.select({ id: aiRun.id }).from(aiRun).where(eq(aiRun.entId, entId)).limit(1)
  return rows.length > 0
}

export type Entry = { id: KnowledgeId; question: string; answer: string }

export const listQuestions = (db: Queryable, entId: EntId): Promise<Entry[]> =>
  db
    .select({ id: knowledge.id, question: knowledge.question, answer: knowledge.answer })
    .from(knowledge)
    .where(and(eq(knowledge.entId, entId), eq(knowledge.type, 'qa')))

/** A message of the AI and the customer's message before it. */
export type PastAnswer = {
  entId: EntId
  customerId: CustomerId
  relationId: RelationId
  sessionId: SessionId | null
  messageId: MessageId
  askedId: MessageId
  /** The account whose knowledge the AI answers from. */
  hostId: RelationId
  answeredSeq: number
  /** Owner of the customer. */
  agentId: AgentId | null
  question: string
  text: string
  at: Date
}

/** The AI's messages, oldest first; of several that answer one message the first. */
export async function listPastAnswers(db: Queryable, entId: EntId): Promise<PastAnswer[]> {
  const { rows } = await db.execute<PastAnswer & { at: string }>(sql`
    select ${hex('c.ent_id')} as "entId", ${hex('c.customer_id')} as "customerId", ${hex('c.relation_id')} as "relationId",
      ${hex('c.session_id')} as "sessionId", ${hex('c.id')} as "messageId", ${hex('u.agent_id')} as "agentId",
      ${hex('asked.id')} as "askedId", ${hex('coalesce(a.parent_id, a.id)')} as "hostId", asked.seq::int as "answeredSeq", asked.text as question,
      m.content->>'text' as text, m.created_at::text as at
    from customer_message c
    join customer u on u.ent_id = c.ent_id and u.id = c.customer_id
    join channel_account a on a.ent_id = c.ent_id and a.id = c.relation_id
    join message m on m.ent_id = c.ent_id and m.topic_id = c.customer_id and m.seq = c.seq
    cross join lateral (
      select q.seq, q.id, qm.content->>'text' as text from customer_message q
      join message qm on qm.ent_id = q.ent_id and qm.topic_id = q.customer_id and qm.seq = q.seq
      where q.ent_id = c.ent_id and q.customer_id = c.customer_id and q.seq < c.seq and q.sender_kind = 'customer'
      order by q.seq desc limit 1) asked
    where c.ent_id = ${entId} and c.sender_kind = 'ai'
      and not exists (select from customer_message b where b.ent_id = c.ent_id and b.customer_id = c.customer_id
        and b.seq > asked.seq and b.seq < c.seq and b.sender_kind = 'ai')
    order by m.created_at, c.customer_id`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/** Ids as they are outside the database. */
const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)
