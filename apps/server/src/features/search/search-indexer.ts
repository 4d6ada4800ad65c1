import type { Content, CustomerId, EntId, RelationId } from '@ruwu/contract'
import { plainText } from '@ruwu/domain'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/database.ts'
import { insertRows, updateRows } from '../../db/rows.ts'
import { messageSearch, searchHead, searchPending } from '../../db/schema/index.ts'
import { gramTokens } from './grams.ts'
import { searchableText } from './searchable-text.ts'

const AT_ONCE = 1_000
/** Whoever holds it is the one who indexes: what a message said first can't overtake what it says now. */
const INDEXER_LOCK = 7_230_001

type Indexed = typeof messageSearch.$inferInsert

type Taken = {
  entId: EntId
  customerId: CustomerId
  seq: number
  relationId: RelationId
  type: string
  words: string
  createdAt: Date
  /** Its number and words in the search, if it is there. */
  known: { no: number; words: string } | null
}

/** Brings what was said, and what became of it, into the search. */
export class SearchIndexer {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  /** True when there may be more. */
  run(): Promise<boolean> {
    return this.db.transaction(async ({ sql: tx }) => {
      const { rows } = await tx.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(${INDEXER_LOCK}) as mine`,
      )
      if (!rows[0]?.mine) return false
      const waiting = await tx.select().from(searchPending).orderBy(searchPending.no).limit(AT_ONCE)
      if (waiting.length === 0) return false
      await tx.delete(searchPending).where(
        inArray(
          searchPending.no,
          waiting.map((row) => row.no),
        ),
      )
      const taken = await readMessages(tx, waiting)
      for (const entId of new Set(taken.map((row) => row.entId)))
        await index(
          tx,
          entId,
          taken.filter((row) => row.entId === entId),
        )
      return waiting.length === AT_ONCE
    })
  }
}

type Key = Pick<Taken, 'entId' | 'customerId' | 'seq'>

/** As they are now, in the order they were told of; each once. */
async function readMessages(db: Queryable, keys: readonly Key[]): Promise<Taken[]> {
  const wanted = [...new Map(keys.map((key) => [`${key.customerId} ${key.seq}`, key])).values()]
  const column = <T>(pick: (key: Key) => T) => sql.param(wanted.map(pick))
  const { rows } = await db.execute(sql`select ${hex('k.ent_id')} as "entId",
      ${hex('k.customer_id')} as "customerId", k.seq, ${hex('c.relation_id')} as "relationId", m.content, m.created_at as "createdAt",
      s.no, s.words
    from unnest(${column((key) => key.entId)}::uuid[], ${column((key) => key.customerId)}::uuid[], ${column((key) => key.seq)}::int8[])
        with ordinality as k(ent_id, customer_id, seq, place)
      cross join lateral (select * from message where ent_id = k.ent_id and topic_id = k.customer_id and seq = k.seq limit 1) m
      cross join lateral (select * from customer_message where ent_id = k.ent_id and customer_id = k.customer_id and seq = k.seq limit 1) c
      left join lateral (select * from message_search where ent_id = k.ent_id and customer_id = k.customer_id and seq = k.seq limit 1) s on true
    order by k.place`)
  return rows.map(({ content, no, words, createdAt, ...row }) => ({
    ...(row as Key & Pick<Taken, 'relationId'>),
    ...wordsOf(content as Content),
    createdAt: new Date(String(createdAt)),
    known: no === null ? null : { no: Number(no), words: String(words) },
  }))
}

const hex = (column: string) => sql.raw(`replace(${column}::text, '-', '')`)

const wordsOf = (content: Content) => ({ type: content.type, words: plainText(searchableText(content)).trim() })

async function index(db: Queryable, entId: EntId, taken: readonly Taken[]): Promise<void> {
  const fresh = taken.filter((row) => !row.known && row.words !== '')
  const last = fresh.length === 0 ? 0 : await takeNumbers(db, entId, fresh.length)
  await insertRows(
    db,
    messageSearch,
    fresh.map((row, place) => toIndexed(row, last - fresh.length + 1 + place)),
  )
  const others = taken.flatMap((row) =>
    row.known && row.words !== '' && row.words !== row.known.words ? [toIndexed(row, row.known.no)] : [],
  )
  await updateRows(db, messageSearch, ['ent_id', 'no'], ['type', 'words', 'grams'], others)
  const gone = taken.flatMap((row) => (row.known && row.words === '' ? [row.known.no] : []))
  if (gone.length > 0)
    await db.delete(messageSearch).where(and(eq(messageSearch.entId, entId), inArray(messageSearch.no, gone)))
}

const toIndexed = (row: Taken, no: number): Indexed => ({
  entId: row.entId,
  no,
  customerId: row.customerId,
  seq: row.seq,
  relationId: row.relationId,
  type: row.type,
  createdAt: row.createdAt,
  words: row.words,
  grams: gramTokens(row.entId, no, row.words),
})

/** The last of so many new numbers. */
async function takeNumbers(db: Queryable, entId: EntId, count: number): Promise<number> {
  const [head] = await db
    .insert(searchHead)
    .values({ entId, last: count })
    .onConflictDoUpdate({ target: searchHead.entId, set: { last: sql`${searchHead.last} + ${count}` } })
    .returning({ last: searchHead.last })
  if (!head) throw new Error('search numbers were not given')
  return head.last
}
