import type { AgentId, Content, CustomerId, FoundMessage, MessageId } from '@ruwu/contract'
import { containsWord, plainText, queryGrams, snippet } from '@ruwu/domain'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type CustomerRow, isVisible, maskContent, nameFor, visibleTo } from '../../customer/index.ts'
import type { Queryable } from '../../db/database.ts'
import { customer } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { findInBlocks, findInThreads, type Hit, type MessageQuery } from './message-search.repo.ts'
import { searchableText } from './searchable-text.ts'

export type MessageArea = Pick<MessageQuery, 'relationIds' | 'type' | 'from' | 'to'> & {
  /** Of whose customers. */
  agentId?: AgentId | undefined
}

export type FoundPage = { messages: FoundMessage[]; nextCursor: string | null }

export type SearchLimits = {
  /** So few customers are named one by one, */
  customers: number
  /** and so short threads are read whole. */
  messages: number
  /** A page ends here even when it is not full; the next one goes on. */
  lookedAt: number
}

const LIMITS: SearchLimits = { customers: 400, messages: 20_000, lookedAt: 20_000 }
/** How many times the page is looked at first; what is hidden from the caller takes places. */
const FIRST_BATCH_FACTOR = 3

/** Messages with a word in them, the newest first, among those the caller may read. */
export async function findMessages(
  db: Queryable,
  caller: Caller,
  { keyword, area, below, limit }: { keyword: string; area: MessageArea; below: number; limit: number },
  limits = LIMITS,
): Promise<FoundPage> {
  const { relationIds, type, from, to } = area
  const query: MessageQuery = {
    entId: caller.entId,
    keyword: plainText(keyword),
    grams: queryGrams(keyword),
    relationIds,
    type,
    from,
    to,
  }
  const find = await chooseStrategy(db, caller, query, area, limits)
  const found: FoundMessage[] = []
  let last = below
  for (let looked = 0, size = limit * FIRST_BATCH_FACTOR; looked < limits.lookedAt; size *= 2) {
    const hits = await find({ below: last, limit: size })
    for (const row of await readHits(db, caller, hits)) {
      if (found.length === limit) return { messages: found, nextCursor: String(last) }
      last = row.no
      const isAsked = area.agentId === undefined || row.agentId === area.agentId
      const view = isAsked ? toFound(caller, row, keyword) : undefined
      if (view) found.push(view)
    }
    if (hits.length < size) return { messages: found, nextCursor: null }
    last = hits.at(-1)?.no ?? last
    looked += hits.length
  }
  return { messages: found, nextCursor: String(last) }
}

type Find = (page: { below: number; limit: number }) => Promise<Hit[]>

/** Whoever may see few customers has little to search: their threads. Else the index knows best, and what is hidden is left out later. */
async function chooseStrategy(
  db: Queryable,
  caller: Caller,
  query: MessageQuery,
  area: MessageArea,
  limits: SearchLimits,
): Promise<Find> {
  const seen = and(area.agentId && eq(customer.agentId, area.agentId), visibleTo(caller))
  const isNarrow = seen !== undefined || area.relationIds !== undefined
  const few = isNarrow ? await listFewCustomers(db, caller, seen, area, limits.customers) : undefined
  return few && few.messages <= limits.messages
    ? (page) => findInThreads(db, query, few.ids, page)
    : (page) => findInBlocks(db, query, page)
}

async function listFewCustomers(
  db: Queryable,
  { entId }: Caller,
  seen: SQL | undefined,
  { relationIds }: MessageArea,
  max: number,
): Promise<{ ids: CustomerId[]; messages: number } | undefined> {
  const rows = await db
    .select({ id: customer.id, lastSeq: customer.lastSeq })
    .from(customer)
    .where(
      and(
        eq(customer.entId, entId),
        seen,
        relationIds && sql`${customer.relationId} = any(${sql.param([...relationIds])}::uuid[])`,
      ),
    )
    .limit(max + 1)
  if (rows.length > max) return undefined
  return { ids: rows.map((row) => row.id), messages: rows.reduce((sum, row) => sum + row.lastSeq, 0) }
}

type HitRow = Pick<CustomerRow, 'name' | 'remark' | 'avatar' | 'source' | 'agentId' | 'relationId'> &
  Hit & { messageId: MessageId; content: Content; createdAt: Date }

/** What they say now, in the order of the hits: each looked up by its own place, however long its thread is. */
async function readHits(db: Queryable, { entId }: Caller, hits: readonly Hit[]): Promise<HitRow[]> {
  if (hits.length === 0) return []
  const { rows } = await db.execute(sql`select k.no, k.seq, ${hex('k.customer_id')} as "customerId",
      ${hex('m.id')} as "messageId", m.content, m.created_at as "createdAt", c.name, c.remark, c.avatar, c.source,
      ${hex('c.agent_id')} as "agentId", ${hex('c.relation_id')} as "relationId"
    from unnest(${sql.param(hits.map((hit) => hit.no))}::int8[], ${sql.param(hits.map((hit) => hit.customerId))}::uuid[],
        ${sql.param(hits.map((hit) => hit.seq))}::int8[]) as k(no, customer_id, seq)
      cross join lateral (select * from message where ent_id = ${entId} and topic_id = k.customer_id and seq = k.seq limit 1) m
      cross join lateral (select * from customer where ent_id = ${entId} and id = k.customer_id limit 1) c
    order by k.no desc`)
  return rows.map((row) => ({ ...row, createdAt: new Date(String(row.createdAt)) }) as HitRow)
}

const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)

/** Undefined where the word is not there for this caller: hidden, recalled, or another's customer by now. */
function toFound(caller: Caller, row: HitRow, keyword: string): FoundMessage | undefined {
  if (!isVisible(caller, row)) return undefined
  const content = caller.permissions.has('customer:viewSensitive') ? row.content : maskContent(row.content)
  const text = searchableText(content)
  if (!containsWord(text, keyword)) return undefined
  return {
    messageId: row.messageId,
    customerId: row.customerId,
    name: nameFor(caller, { ...row, id: row.customerId }),
    avatar: row.avatar,
    source: row.source,
    snippet: snippet(text, keyword),
    createdAt: row.createdAt.toISOString(),
    seq: row.seq,
  }
}
