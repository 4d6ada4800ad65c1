import type { AgentId, Content, CustomerId, EntId, Instant, MessageId, RelationId } from '@ruwu/contract'
import { plainText } from '@ruwu/domain'
import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { CustomerRow } from '../../customer/customer-change.ts'
import { visibleTo } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { customer, message, messageSearch, searchHead } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { blockNumber, gramQuery } from './grams.ts'

/** A keyword with its filters. */
export type MessageQuery = {
  entId: EntId
  /** Normalised like the indexed text. */
  keyword: string
  grams: readonly string[]
  relationIds?: readonly RelationId[] | undefined
  type?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** A row of the search index; `no` rises with time. */
export type Hit = { no: number; customerId: CustomerId; seq: number }

type RawHit = { no: number; customer_id: string; seq: number }

const toHit = ({ no, customer_id, seq }: RawHit): Hit => ({
  no,
  customerId: customer_id.replaceAll('-', '') as CustomerId,
  seq,
})

/** Newest first, below a number, block by block: a frequent keyword fills the page from the first blocks, a rare one costs one index lookup per block. */
export async function findInBlocks(
  db: Queryable,
  query: MessageQuery,
  { below, limit }: { below: number; limit: number },
): Promise<Hit[]> {
  const { entId, grams } = query
  if (grams.length === 0) return []
  const top = Math.min(below - 1, await lastNumber(db, entId), await numberAt(db, entId, query.to, 'last'))
  const bottom = await numberAt(db, entId, query.from, 'first')
  const queries: string[] = []
  for (let block = blockNumber(top); block >= blockNumber(bottom); block -= 1)
    queries.push(gramQuery(entId, block, grams))
  if (top < bottom || queries.length === 0) return []
  const { rows } = await db.execute<RawHit>(sql`select h.no, h.customer_id, h.seq
    from unnest(${sql.param(queries)}::text[]) with ordinality as b(query, place)
      cross join lateral (
        select s.no, s.customer_id, s.seq from message_search s
        where s.grams @@ b.query::tsquery and s.ent_id = ${entId} and s.no < ${below} and ${matchesFilters(query)}
      ) h
    order by b.place, h.no desc limit ${limit}`)
  return rows.map(toHit)
}

/** The same by scanning the customers' threads: for few customers cheaper than a lookup in every block. */
export async function findInThreads(
  db: Queryable,
  query: MessageQuery,
  customerIds: readonly CustomerId[],
  { below, limit }: { below: number; limit: number },
): Promise<Hit[]> {
  const { rows } = await db.execute<RawHit>(sql`select s.no, s.customer_id, s.seq from message_search s
    where s.ent_id = ${query.entId} and s.customer_id = any(${sql.param(customerIds)}::uuid[]) and s.no < ${below} and ${matchesFilters(query)}
    order by s.no desc limit ${limit}`)
  return rows.map(toHit)
}

function matchesFilters({ keyword, relationIds, type, from, to }: MessageQuery): SQL {
  return sql.join(
    [
      sql`strpos(s.words, ${keyword}) > 0`,
      ...(relationIds ? [sql`s.relation_id = any(${sql.param([...relationIds])}::uuid[])`] : []),
      ...(type ? [sql`s.type = ${type}`] : []),
      ...(from ? [sql`s.created_at >= ${from}`] : []),
      ...(to ? [sql`s.created_at < ${to}`] : []),
    ],
    sql` and `,
  )
}

async function lastNumber(db: Queryable, entId: EntId): Promise<number> {
  const [head] = await db
    .select({ last: searchHead.last })
    .from(searchHead)
    .where(sql`${searchHead.entId} = ${entId}`)
  return head?.last ?? 0
}

/** Tolerance for messages that were indexed late: numbers follow time only roughly. */
const SLACK_MS = 3_600_000

/** First (or last) index number that can lie in the time range, found by binary search. */
async function numberAt(db: Queryable, entId: EntId, at: Date | undefined, side: 'first' | 'last'): Promise<number> {
  if (!at) return side === 'first' ? 0 : Number.MAX_SAFE_INTEGER
  const mark = new Date(at.getTime() + (side === 'first' ? -SLACK_MS : SLACK_MS))
  let low = 0
  let high = (await lastNumber(db, entId)) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { rows } = await db.execute<{
      no: number
      is_before: boolean
    }>(sql`select no, created_at < ${mark} as is_before
      from message_search where ent_id = ${entId} and no >= ${middle} order by no limit 1`)
    if (rows[0]?.is_before) low = rows[0].no + 1
    else high = middle
  }
  return low
}

/** Customers the caller may see with the number of their messages; undefined when there are more than `max`. */
export async function listFewCustomers(
  db: Queryable,
  caller: Caller,
  { relationIds, agentId }: { relationIds?: readonly RelationId[] | undefined; agentId?: AgentId | undefined },
  max: number,
): Promise<{ ids: CustomerId[]; messages: number } | undefined> {
  const rows = await db
    .select({ id: customer.id, lastSeq: customer.lastSeq })
    .from(customer)
    .where(
      and(
        eq(customer.entId, caller.entId),
        isNull(customer.erasedAt),
        agentId && eq(customer.agentId, agentId),
        visibleTo(caller),
        relationIds && sql`${customer.relationId} = any(${sql.param([...relationIds])}::uuid[])`,
      ),
    )
    .limit(max + 1)
  if (rows.length > max) return undefined
  return { ids: rows.map((row) => row.id), messages: rows.reduce((sum, row) => sum + row.lastSeq, 0) }
}

export type HitRow = Pick<CustomerRow, 'name' | 'remark' | 'avatar' | 'source' | 'agentId' | 'relationId'> &
  Hit & { messageId: MessageId; content: Content; createdAt: Date }

/** Current content of the hits, in their order, without those of erased customers; each is looked up by its primary key. */
export async function readHits(db: Queryable, { entId }: Caller, hits: readonly Hit[]): Promise<HitRow[]> {
  if (hits.length === 0) return []
  const { rows } = await db.execute(sql`select k.no, k.seq, ${hex('k.customer_id')} as "customerId",
      ${hex('m.id')} as "messageId", m.content, m.created_at as "createdAt", c.name, c.remark, c.avatar, c.source,
      ${hex('c.agent_id')} as "agentId", ${hex('c.relation_id')} as "relationId"
    from unnest(${sql.param(hits.map((hit) => hit.no))}::int8[], ${sql.param(hits.map((hit) => hit.customerId))}::uuid[],
        ${sql.param(hits.map((hit) => hit.seq))}::int8[]) as k(no, customer_id, seq)
      cross join lateral (select * from message where ent_id = ${entId} and topic_id = k.customer_id and seq = k.seq limit 1) m
      cross join lateral (select * from customer where ent_id = ${entId} and id = k.customer_id and erased_at is null limit 1) c
    order by k.no desc`)
  return rows.map((row) => ({ ...row, createdAt: new Date(String(row.createdAt)) }) as HitRow)
}

const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)

/**
 * Messages of one thread, newest first, without recalled and removed ones; the keyword is matched against the index. The content, in which
 * it may be masked, is read only with a keyword.
 */
export function findInThread(
  db: Queryable,
  entId: EntId,
  customerId: CustomerId,
  filter: { types: readonly string[]; keyword: string; from?: Instant | undefined; to?: Instant | undefined },
  limit: number,
) {
  const { types, keyword, from, to } = filter
  const isHit = sql`${message.seq} in (select s.seq from ${messageSearch} s
    where s.ent_id = ${entId} and s.customer_id = ${customerId} and strpos(s.words, ${plainText(keyword)}) > 0)`
  return db
    .select({
      id: message.id,
      seq: message.seq,
      content: keyword === '' ? sql<Content | null>`null` : sql<Content | null>`${message.content}`,
    })
    .from(message)
    .where(
      and(
        eq(message.entId, entId),
        eq(message.topicId, customerId),
        eq(message.isRecalled, false),
        sql`${message.content} ->> 'type' = any(${sql.param([...types])}::text[])`,
        sql`${message.content} #>> '{extra,removed}' is null`,
        from === undefined ? undefined : gte(message.createdAt, new Date(from)),
        to === undefined ? undefined : lt(message.createdAt, new Date(to)),
        keyword === '' ? undefined : isHit,
      ),
    )
    .orderBy(desc(message.seq))
    .limit(limit)
}
