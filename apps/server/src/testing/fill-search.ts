import type { Content, EntId } from '@ruwu/contract'
import { plainText } from '@ruwu/domain'
import type { ClientBase } from 'pg'
import { gramTokens, searchableText } from '../features/search/index.ts'

const AT_ONCE = 10_000

type Row = {
  ent_id: string
  topic_id: string
  seq: string
  relation_id: string
  created_at: Date
  content: Content
}

/** Fills the message search index in bulk, for large fixtures that were inserted directly. */
export async function fillSearch(client: ClientBase): Promise<void> {
  await client.query('begin')
  await client.query(`declare said cursor for
    select m.ent_id, m.topic_id, m.seq, c.relation_id, m.created_at, m.content
    from message m join customer_message c on c.ent_id = m.ent_id and c.customer_id = m.topic_id and c.seq = m.seq
    order by m.ent_id, m.created_at, m.topic_id, m.seq`)
  const last = new Map<string, number>()
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${AT_ONCE} from said`)
    if (rows.length === 0) break
    await insert(
      client,
      rows.flatMap((row) => {
        const words = plainText(searchableText(row.content)).trim()
        if (words === '') return []
        const no = (last.get(row.ent_id) ?? 0) + 1
        last.set(row.ent_id, no)
        const grams = gramTokens(row.ent_id.replaceAll('-', '') as EntId, no, words)
        return [{ ...row, no, words, grams }]
      }),
    )
  }
  for (const [entId, no] of last)
    await client.query(
      `insert into search_head (ent_id, last) values ($1, $2) on conflict (ent_id) do update set last = excluded.last`,
      [entId, no],
    )
  await client.query('delete from search_pending')
  await client.query('commit')
}

type Indexed = Row & { no: number; words: string; grams: string }

async function insert(client: ClientBase, rows: readonly Indexed[]): Promise<void> {
  const column = <T>(pick: (row: Indexed) => T) => rows.map(pick)
  await client.query(
    `insert into message_search (ent_id, no, customer_id, seq, relation_id, type, created_at, words, grams)
    select ent_id, no, customer_id, seq, relation_id, type, created_at, words, grams::tsvector
    from unnest($1::uuid[], $2::int8[], $3::uuid[], $4::int8[], $5::uuid[], $6::text[], $7::timestamptz[], $8::text[], $9::text[])
      as k(ent_id, no, customer_id, seq, relation_id, type, created_at, words, grams)`,
    [
      column((row) => row.ent_id),
      column((row) => row.no),
      column((row) => row.topic_id),
      column((row) => row.seq),
      column((row) => row.relation_id),
      column((row) => row.content.type),
      column((row) => row.created_at),
      column((row) => row.words),
      column((row) => row.grams),
    ],
  )
}
