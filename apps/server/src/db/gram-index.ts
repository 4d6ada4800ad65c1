import type { EntId } from '@ruwu/contract'
import { gramsOf, queryGrams } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'

/** A bigram is stored with an enterprise prefix: frequent ones of one enterprise do not lengthen another's posting list. */
export const entGram = (entId: EntId, gram: string): string => entId.slice(-8) + gram

/** The index terms (tsvector) of a text. */
export const gramVector = (entId: EntId, text: string): SQL<string> =>
  sql`array_to_tsvector(${sql.param(gramsOf(text).map((gram) => entGram(entId, gram)))}::text[])`

/** The tsquery of a keyword; undefined when it has neither letters nor digits. Bigrams need no escaping for that reason. */
export const entGramQuery = (entId: EntId, keyword: string): string | undefined =>
  queryGrams(keyword)
    .map((gram) => `'${entGram(entId, gram)}'`)
    .join(' & ') || undefined
