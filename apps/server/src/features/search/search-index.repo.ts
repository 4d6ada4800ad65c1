import type { Content, CustomerId, EntId, RelationId } from '@ruwu/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { insertRows, updateRows } from '../../db/rows.ts'
import { messageSearch, searchHead } from '../../db/schema/index.ts'

/** Held by the one node that indexes, so that an older text of a message can't overwrite a newer one. */
const INDEXER_LOCK = 7_230_001

export type IndexRow = typeof messageSearch.$inferInsert
type MessageKey = { entId: EntId; customerId: CustomerId; seq: number }

export type StoredMessage = MessageKey & {
  relationId: RelationId
  content: Content
  createdAt: Date
  /** Its row in the index, if there is one. */
  known: { no: number; words: string } | null
}

export async function tryLockIndexer(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${INDEXER_LOCK}) as mine`)
  return rows[0]?.mine ?? false
}

/** Current content and index row of the messages, in the order of the keys, each once. */
export async function readMessages(db: Queryable, keys: readonly MessageKey[]): Promise<StoredMessage[]> {
  const wanted = [...new Map(keys.map((key) => [`${key.customerId} ${key.seq}`, key])).values()]
  const column = <T>(pick: (key: MessageKey) => T) => sql.param(wanted.map(pick))
  const { rows } = await db.execute(sql`select ${hex('k.ent_id')} as "entId",
      ${hex('k.customer_id')} as "customerId", k.seq, ${hex('c.relation_id')} as "relationId", m.content, m.created_at as "createdAt",
      s.no, s.words
    from unnest(${column((key) => key.entId)}::uuid[], ${column((key) => key.customerId)}::uuid[], ${column((key) => key.seq)}::int8[])
        with ordinality as k(ent_id, customer_id, seq, place)
      cross join lateral (select * from message where ent_id = k.ent_id and topic_id = k.customer_id and seq = k.seq limit 1) m
      cross join lateral (select * from customer_message where ent_id = k.ent_id and customer_id = k.customer_id and seq = k.seq limit 1) c
      left join lateral (select * from message_search where ent_id = k.ent_id and customer_id = k.customer_id and seq = k.seq limit 1) s on true
    order by k.place`)
  return rows.map(({ no, words, createdAt, ...row }) => ({
    ...(row as Pick<StoredMessage, 'entId' | 'customerId' | 'seq' | 'relationId' | 'content'>),
    createdAt: new Date(String(createdAt)),
    known: no === null ? null : { no: Number(no), words: String(words) },
  }))
}

const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)

export const insertIndexRows = (db: Queryable, rows: readonly IndexRow[]): Promise<void> =>
  insertRows(db, messageSearch, rows)

export const updateIndexRows = (db: Queryable, rows: readonly IndexRow[]): Promise<void> =>
  updateRows(db, messageSearch, ['ent_id', 'no'], ['type', 'words', 'grams'], rows)

export async function deleteIndexRows(db: Queryable, entId: EntId, numbers: number[]): Promise<void> {
  if (numbers.length === 0) return
  await db.delete(messageSearch).where(and(eq(messageSearch.entId, entId), inArray(messageSearch.no, numbers)))
}

/** Reserves consecutive numbers; returns the last. */
export async function reserveNumbers(db: Queryable, entId: EntId, count: number): Promise<number> {
  const [head] = await db
    .insert(searchHead)
    .values({ entId, last: count })
    .onConflictDoUpdate({ target: searchHead.entId, set: { last: sql`${searchHead.last} + ${count}` } })
    .returning({ last: searchHead.last })
  if (!head) throw new Error('search numbers were not reserved')
  return head.last
}
