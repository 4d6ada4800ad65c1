import type { EntId } from '@ruwu/contract'
import { gramsOf, plainText, queryGrams } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { entGram, entGramQuery } from '../db/gram-index.ts'
import { array } from '../db/rows.ts'
import type { CustomerRow } from './customer-change.ts'

type Named = Pick<CustomerRow, 'entId' | 'id' | 'name' | 'remark'>

/** Separator of name and remark: no match spans both. */
const PART = '\u001f'

/** Indexed text of a customer. */
const wordsOf = ({ name, remark }: Pick<Named, 'name' | 'remark'>): string => plainText(name) + PART + plainText(remark)

export async function writeNames(db: Queryable, rows: readonly Named[]): Promise<void> {
  if (rows.length > 0) await db.execute(namesWriting(rows))
}

export function namesWriting(rows: readonly Named[]): SQL {
  const gramsIn = (row: Named) => gramsOf(`${row.name}${PART}${row.remark}`).map((gram) => entGram(row.entId, gram))
  return sql`insert into customer_name (ent_id, customer_id, words, grams)
    select k.ent_id, k.id, k.words, array_to_tsvector(array(select jsonb_array_elements_text(k.grams::jsonb)))
    from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.id)}::uuid[], ${array(rows, wordsOf)}::text[],
      ${array(rows, (row) => JSON.stringify(gramsIn(row)))}::text[]) as k(ent_id, id, words, grams)
    on conflict (ent_id, customer_id) do update set words = excluded.words, grams = excluded.grams`
}

/** Phone numbers masked as in the interface: a caller who must not see them cannot probe digits by searching. */
const MASKED_WORDS = sql`regexp_replace(n.words, '(1[3-9][0-9])[0-9]{4}([0-9]{4})', '\\1****\\2', 'g')`

/** Ids of customers whose name or remark contains the keyword: by bigram index, then checked on the text the caller may see. */
export function selectNamed(entId: EntId, keyword: string, seesPhones: boolean): SQL {
  const words = plainText(keyword)
  const grams = queryGrams(keyword)
  // Masking changes digits only, so a keyword without digits needs no masked text.
  const shown = seesPhones || !/\d/.test(words) ? sql`n.words` : MASKED_WORDS
  // A keyword of one bigram is matched by the index alone.
  const isExact = shown !== MASKED_WORDS && grams.length === 1 && grams[0] === words
  const isInside = isExact ? sql`` : sql` and strpos(${shown}, ${words}) > 0`
  const query = entGramQuery(entId, keyword)
  if (query === undefined) return sql`select n.customer_id from customer_name n where n.ent_id = ${entId}${isInside}`
  // The bigrams carry the enterprise. A plain `ent_id =` would make the planner use the wrong index; `case` hides it.
  return sql`select n.customer_id from customer_name n
    where n.grams @@ ${query}::tsquery and case when n.ent_id = ${entId} then true end${isInside}`
}
