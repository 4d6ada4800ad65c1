import { type KnowledgeId, KNOWLEDGE_MAX, type KnowledgeType } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { isSearched, type Libraries } from './pieces.repo.ts'

/** A piece that is ranked against the question. */
export type Candidate = {
  no: number
  knowledgeId: KnowledgeId
  type: KnowledgeType
  title: string
  text: string
  words: string[]
  isShared: boolean
}

/** Pieces that are ranked. More are read, because some belong to entries that are not in use. */
export const CANDIDATES = 50
export const PIECES_READ = 4 * CANDIDATES
/** Cost limit: index rows read per search. Frequent terms are left out once rarer ones reach it. */
const POSTINGS_MAX = 5_000

/** The pieces of entries in use with the highest BM25 score. */
export async function findCandidates(
  db: Queryable,
  libraries: Libraries,
  terms: readonly string[],
): Promise<Candidate[]> {
  const selective = await selectiveTerms(db, libraries, terms)
  if (selective.length === 0) return []
  return readPieces(db, libraries, await bestNumbers(db, libraries, selective))
}

type SelectiveTerm = { term: string; rarity: number }

/** The rarest terms first, with their inverse document frequency, within POSTINGS_MAX. */
async function selectiveTerms(db: Queryable, libraries: Libraries, terms: readonly string[]): Promise<SelectiveTerm[]> {
  const { rows } = await db.execute<{ term: string; pieces: number }>(sql`
    select a.term, t.pieces
    from unnest(${sql.param(terms)}::text[]) as a(term)
      cross join lateral (select count(*) as pieces from (select 1 from knowledge_term
        where ${isSearched(libraries)} and term = a.term limit ${POSTINGS_MAX}) as postings) as t
    where t.pieces > 0
    order by t.pieces, a.term`)
  let mentions = 0
  return rows
    .filter(({ pieces }, index) => {
      mentions += pieces
      return index === 0 || mentions <= POSTINGS_MAX
    })
    .map(({ term, pieces }) => ({ term, rarity: Math.log(1 + KNOWLEDGE_MAX / pieces) }))
}

// Each lateral part can only use the one index, so the plan does not depend on statistics: a library just filled is not analysed yet.
async function bestNumbers(
  db: Queryable,
  libraries: Libraries,
  selective: readonly SelectiveTerm[],
): Promise<number[]> {
  const { rows } = await db.execute<{ no: number }>(sql`
    select t.no
    from unnest(${sql.param(selective.map(({ term }) => term))}::text[],
        ${sql.param(selective.map(({ rarity }) => rarity))}::float8[]) as a(term, rarity)
      cross join lateral (select no, weight from knowledge_term
        where ${isSearched(libraries)} and term = a.term limit ${POSTINGS_MAX}) as t
    group by t.no
    order by sum(t.weight * a.rarity) desc, t.no
    limit ${PIECES_READ}`)
  return rows.map(({ no }) => no)
}

/** The first CANDIDATES of these pieces whose entry is enabled. An entry being learned again keeps its old pieces until the new ones replace them. */
export async function readPieces(
  db: Queryable,
  libraries: Libraries,
  numbers: readonly number[],
): Promise<Candidate[]> {
  const { rows } = await db.execute<
    Omit<Candidate, 'knowledgeId' | 'isShared'> & { knowledge_id: string; is_shared: boolean }
  >(sql`
    select p.no, p.knowledge_id, k.type, k.title, p.text, p.words, p.library_id = p.ent_id as is_shared
    from unnest(${sql.param(numbers)}::int8[]) with ordinality as best(no, place)
      cross join lateral (select * from knowledge_piece
        where ${isSearched(libraries)} and no = best.no limit 1) as p
      cross join lateral (select type, title from knowledge
        where ent_id = p.ent_id and id = p.knowledge_id and enabled limit 1) as k
    order by best.place
    limit ${CANDIDATES}`)
  return rows.map(({ knowledge_id, is_shared, ...row }) => ({
    ...row,
    isShared: is_shared,
    knowledgeId: knowledge_id.replaceAll('-', '') as KnowledgeId,
  }))
}
