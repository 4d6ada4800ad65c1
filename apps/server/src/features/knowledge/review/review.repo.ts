import type {
  AgentId,
  CandidateId,
  CustomerId,
  EntId,
  MessageId,
  MISS_SORTS,
  MissId,
  RelationId,
  SortBy,
} from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { orderOf } from '../../../db/order.ts'
import { shownPage } from '../../../db/paging.ts'
import { customer, knowledgeCandidate, knowledgeMiss } from '../../../db/schema/index.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { AccountKey } from '../knowledge.repo.ts'

/** The customer who asked last; null when deleted. */
type Asked = {
  asker: { name: string; remark: string | null; agentId: AgentId | null; relationId: RelationId } | null
}
export type CandidateRow = typeof knowledgeCandidate.$inferSelect & Asked
export type MissRow = typeof knowledgeMiss.$inferSelect & Asked

type Paging = { page: number; pageSize: number }
export type MissPaging = Paging & { sort?: SortBy<(typeof MISS_SORTS)[number]> | undefined }
type PageOf<Row> = { rows: Row[]; total: number; page: number }

const isAskerOf = (table: typeof knowledgeCandidate | typeof knowledgeMiss) =>
  and(eq(customer.entId, table.entId), eq(customer.id, table.customerId))
const asker = {
  name: customer.name,
  remark: customer.remark,
  agentId: customer.agentId,
  relationId: customer.relationId,
}

/** Most frequent first. */
export async function pageOfCandidates(
  db: Queryable,
  { entId, relationId }: AccountKey,
  status: CandidateRow['status'],
  paging: Paging,
): Promise<PageOf<CandidateRow>> {
  const table = knowledgeCandidate
  const where = and(eq(table.entId, entId), eq(table.relationId, relationId), eq(table.status, status))
  const [counted] = await db.select({ total: count() }).from(table).where(where)
  const total = counted?.total ?? 0
  const page = shownPage(total, paging)
  const rows = await db
    .select({ ...getTableColumns(table), asker })
    .from(table)
    .leftJoin(customer, isAskerOf(table))
    .where(where)
    .orderBy(desc(table.times), desc(table.lastAt), desc(table.id))
    .limit(paging.pageSize)
    .offset((page - 1) * paging.pageSize)
  return { rows, total, page }
}

export async function pageOfMisses(
  db: Queryable,
  { entId, relationId }: AccountKey,
  status: MissRow['status'],
  paging: MissPaging,
): Promise<PageOf<MissRow>> {
  const table = knowledgeMiss
  const where = and(eq(table.entId, entId), eq(table.relationId, relationId), eq(table.status, status))
  const [counted] = await db.select({ total: count() }).from(table).where(where)
  const total = counted?.total ?? 0
  const page = shownPage(total, paging)
  const rows = await db
    .select({ ...getTableColumns(table), asker })
    .from(table)
    .leftJoin(customer, isAskerOf(table))
    .where(where)
    .orderBy(
      ...orderOf(paging.sort, { times: table.times, lastAt: table.lastAt }, [
        desc(table.times),
        desc(table.lastAt),
        desc(table.id),
      ]),
    )
    .limit(paging.pageSize)
    .offset((page - 1) * paging.pageSize)
  return { rows, total, page }
}

const isCandidate = (entId: EntId, id: CandidateId) =>
  and(eq(knowledgeCandidate.entId, entId), eq(knowledgeCandidate.id, id))
const isMiss = (entId: EntId, id: MissId) => and(eq(knowledgeMiss.entId, entId), eq(knowledgeMiss.id, id))

export async function lockCandidate(
  db: Queryable,
  { entId, relationId }: AccountKey,
  id: CandidateId,
): Promise<CandidateRow> {
  const [row] = await db
    .select({ ...getTableColumns(knowledgeCandidate), asker })
    .from(knowledgeCandidate)
    .leftJoin(customer, isAskerOf(knowledgeCandidate))
    .where(and(isCandidate(entId, id), eq(knowledgeCandidate.relationId, relationId)))
    .for('update', { of: knowledgeCandidate })
  if (!row) throw new NotFoundError('待审核问答')
  return row
}

export async function changeCandidate(
  db: Queryable,
  { entId, id }: Pick<CandidateRow, 'entId' | 'id'>,
  change: Partial<typeof knowledgeCandidate.$inferInsert>,
): Promise<void> {
  await db.update(knowledgeCandidate).set(change).where(isCandidate(entId, id))
}

export async function lockMiss(db: Queryable, { entId, relationId }: AccountKey, id: MissId): Promise<MissRow> {
  const [row] = await db
    .select({ ...getTableColumns(knowledgeMiss), asker })
    .from(knowledgeMiss)
    .leftJoin(customer, isAskerOf(knowledgeMiss))
    .where(and(isMiss(entId, id), eq(knowledgeMiss.relationId, relationId)))
    .for('update', { of: knowledgeMiss })
  if (!row) throw new NotFoundError('未命中问题')
  return row
}

export async function changeMiss(
  db: Queryable,
  { entId, id }: Pick<MissRow, 'entId' | 'id'>,
  change: Partial<typeof knowledgeMiss.$inferInsert>,
): Promise<void> {
  await db.update(knowledgeMiss).set(change).where(isMiss(entId, id))
}

/** The newest answer replaces the pending one and counts; a candidate already judged, or of the same message, is left unchanged. */
export async function upsertCandidate(db: Queryable, row: typeof knowledgeCandidate.$inferInsert): Promise<void> {
  const table = knowledgeCandidate
  const { answer, customerId, messageId, lastAt } = row
  await db
    .insert(table)
    .values(row)
    .onConflictDoUpdate({
      target: [table.entId, table.relationId, table.sameAs],
      set: { times: sql`${table.times} + 1`, answer, customerId, messageId, lastAt },
      setWhere: and(eq(table.status, 'pending'), sql`${table.messageId} is distinct from ${messageId}`),
    })
}

type AskedMiss = typeof knowledgeMiss.$inferInsert & { customerId: CustomerId; messageId: MessageId }

/** Counts the question, each message once, and keeps the fact that the customer asked it. */
export async function upsertMiss(db: Queryable, row: AskedMiss): Promise<void> {
  const table = knowledgeMiss
  const { customerId, messageId, lastAt } = row
  const [counted] = await db
    .insert(table)
    .values(row)
    .onConflictDoUpdate({
      target: [table.entId, table.relationId, table.sameAs],
      set: {
        times: sql`${table.times} + 1`,
        customerId,
        messageId,
        lastAt,
        status: sql`case when ${table.status} = 'ignored' then 'ignored' else 'open' end`,
      },
      setWhere: sql`${table.messageId} is distinct from ${messageId}`,
    })
    .returning({ id: table.id })
  if (!counted) return
  await db.execute(sql`insert into knowledge_miss_ask (ent_id, miss_id, message_id, customer_id, relation_id, session_id, question, at)
    select c.ent_id, ${counted.id}, ${messageId}, c.id, c.relation_id, m.session_id, ${row.question}, ${lastAt}
    from customer c left join customer_message m on m.ent_id = c.ent_id and m.id = ${messageId}
    where c.ent_id = ${row.entId} and c.id = ${customerId}
    on conflict do nothing`)
}
