import type { CustomerId, EntId, RelationId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { searchHead } from '../../db/schema/index.ts'
import { blockNumber, gramQuery } from './grams.ts'

/** What to look for, and where. */
export type MessageQuery = {
  entId: EntId
  /** In the form in which words are kept. */
  keyword: string
  grams: readonly string[]
  relationIds?: readonly RelationId[] | undefined
  type?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** A message in the search; numbers rise with time. */
export type Hit = { no: number; customerId: CustomerId; seq: number }

type HitRow = { no: number; customer_id: string; seq: number }

const toHit = ({ no, customer_id, seq }: HitRow): Hit => ({
  no,
  customerId: customer_id.replaceAll('-', '') as CustomerId,
  seq,
})

/** Newest first, below a number: block by block, so that a frequent word ends the search early and a rare one costs a look into each. */
export async function findInBlocks(
  db: Queryable,
  query: MessageQuery,
  { below, limit }: { below: number; limit: number },
): Promise<Hit[]> {
  const { entId, grams } = query
  if (grams.length === 0) return []
  const top = Math.min(below - 1, await lastNumber(db, entId), await numberAt(db, entId, query.to, 'last'))
  const bottom = await numberAt(db, entId, query.from, 'first')
  const asked: string[] = []
  for (let block = blockNumber(top); block >= blockNumber(bottom); block -= 1)
    asked.push(gramQuery(entId, block, grams))
  if (top < bottom || asked.length === 0) return []
  const { rows } = await db.execute<HitRow>(sql`select h.no, h.customer_id, h.seq
    from unnest(${sql.param(asked)}::text[]) with ordinality as b(query, place)
      cross join lateral (
        select s.no, s.customer_id, s.seq from message_search s
        where s.grams @@ b.query::tsquery and s.ent_id = ${entId} and s.no < ${below} and ${holds(query)}
      ) h
    order by b.place, h.no desc limit ${limit}`)
  return rows.map(toHit)
}

/** The same by reading whole threads: for few customers that is less than looking into every block. */
export async function findInThreads(
  db: Queryable,
  query: MessageQuery,
  customerIds: readonly CustomerId[],
  { below, limit }: { below: number; limit: number },
): Promise<Hit[]> {
  const { rows } = await db.execute<HitRow>(sql`select s.no, s.customer_id, s.seq from message_search s
    where s.ent_id = ${query.entId} and s.customer_id = any(${sql.param(customerIds)}::uuid[]) and s.no < ${below} and ${holds(query)}
    order by s.no desc limit ${limit}`)
  return rows.map(toHit)
}

function holds({ keyword, relationIds, type, from, to }: MessageQuery): SQL {
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

/** Numbers follow time but for what was indexed late. */
const SLACK_MS = 3_600_000

/** A number such that everything before (or after) it lies outside of the time asked for; found by halving. */
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
