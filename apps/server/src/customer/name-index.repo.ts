import type { EntId } from '@ruwu/contract'
import { gramsOf, plainText, queryGrams } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { array } from '../db/rows.ts'
import type { CustomerRow } from './customer-change.ts'

type Named = Pick<CustomerRow, 'entId' | 'id' | 'name' | 'remark'>

/** Parts name and remark, so that no word begins in one and ends in the other. */
const PART = '\u001f'

/** What a customer can be found by. */
const wordsOf = ({ name, remark }: Pick<Named, 'name' | 'remark'>): string => plainText(name) + PART + plainText(remark)

/** How a pair of characters is kept: one enterprise's frequent one does not lengthen another's search. */
export const nameGram = (entId: EntId, gram: string): string => entId.slice(-8) + gram

export async function writeNames(db: Queryable, rows: readonly Named[]): Promise<void> {
  if (rows.length === 0) return
  const gramsIn = (row: Named) => gramsOf(`${row.name}${PART}${row.remark}`).map((gram) => nameGram(row.entId, gram))
  await db.execute(sql`insert into customer_name (ent_id, customer_id, words, grams)
    select k.ent_id, k.id, k.words, array_to_tsvector(array(select jsonb_array_elements_text(k.grams::jsonb)))
    from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.id)}::uuid[], ${array(rows, wordsOf)}::text[],
      ${array(rows, (row) => JSON.stringify(gramsIn(row)))}::text[]) as k(ent_id, id, words, grams)
    on conflict (ent_id, customer_id) do update set words = excluded.words, grams = excluded.grams`)
}

/** A number in a name as they read it who may not see it: nobody learns it by looking for its parts. */
const MASKED_WORDS = sql`regexp_replace(n.words, '(1[3-9][0-9])[0-9]{4}([0-9]{4})', '\\1****\\2', 'g')`

/**
 * The ids of everybody in whose name or remark the keyword stands: found by pairs of characters, then looked at as it is shown to who
 * asks.
 */
export function selectNamed(entId: EntId, keyword: string, seesContacts: boolean): SQL {
  const words = plainText(keyword)
  const grams = queryGrams(keyword)
  // A word without digits stands in the same names, whether numbers are hidden or not.
  const shown = seesContacts || !/\d/.test(words) ? sql`n.words` : MASKED_WORDS
  // Who has the only pair there is has the word.
  const isTold = shown !== MASKED_WORDS && grams.length === 1 && grams[0] === words
  const isInside = isTold ? sql`` : sql` and strpos(${shown}, ${words}) > 0`
  if (grams.length === 0) return sql`select n.customer_id from customer_name n where n.ent_id = ${entId}${isInside}`
  // Grams hold letters and digits only, so nothing in them has to be escaped.
  const query = grams.map((gram) => `'${nameGram(entId, gram)}'`).join(' & ')
  // They say the enterprise already. Asked plainly once more, the database would read the index of all its names, or expect hardly any.
  return sql`select n.customer_id from customer_name n
    where n.grams @@ ${query}::tsquery and case when n.ent_id = ${entId} then true end${isInside}`
}
