import { type KnowledgeId, KNOWLEDGE_MAX, type PieceType } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import type { PieceRef } from '../engine.ts'
import { isSearched, type Libraries } from './pieces.repo.ts'

/** A piece that is ranked against the question. */
export type Candidate = {
  no: number
  knowledgeId: KnowledgeId
  type: PieceType
  title: string
  /** Headings above it, or the question. */
  heading: string
  text: string
  words: string[]
  isShared: boolean
}

/** How many pieces of the library there are, and how many have each term. */
export type Frequencies = { pieces: number; of: ReadonlyMap<string, number> }

/** Pieces that are ranked. More are read, because some belong to entries that are not in use. */
export const CANDIDATES = 50
export const PIECES_READ = 4 * CANDIDATES
/** Cost limit of the scoring: index rows read. Frequent terms are left out once rarer ones reach it. Counting reads up to COUNTED_MAX rows of each term before. */
const POSTINGS_MAX = 5_000

/** The pieces of entries in use with the highest BM25 score, and the libraries' frequencies of the terms. */
export async function findCandidates(
  db: Queryable,
  libraries: Libraries,
  terms: readonly string[],
): Promise<{ candidates: Candidate[]; frequencies: Frequencies }> {
  const frequencies = await readFrequencies(db, libraries, terms)
  const selective = selectiveTerms(frequencies)
  const numbers = selective.length === 0 ? [] : await bestNumbers(db, libraries, selective)
  return { candidates: numbers.length === 0 ? [] : await readPieces(db, libraries, numbers), frequencies }
}

/** Of a term that more pieces hold, how many is estimated. */
const COUNTED_MAX = 1_000

/** Pieces are counted up to KNOWLEDGE_MAX, those that hold a term up to COUNTED_MAX. */
async function readFrequencies(db: Queryable, libraries: Libraries, terms: readonly string[]): Promise<Frequencies> {
  const { rows } = await db.execute<{ term: string; holders: number; pieces: number }>(sql`
    select a.term, t.holders, (select count(*) from (select 1 from knowledge_piece
        where ${isSearched(libraries)} limit ${KNOWLEDGE_MAX}) as p) as pieces
    from unnest(${sql.param(terms)}::text[]) as a(term)
      cross join lateral (select count(*) as holders from (select 1 from knowledge_term
        where ${isSearched(libraries)} and term = a.term limit ${COUNTED_MAX}) as postings) as t
    order by t.holders, a.term`)
  const pieces = rows[0]?.pieces ?? 0
  const estimated = Math.max(COUNTED_MAX, (COUNTED_MAX + pieces) / 2)
  const of = new Map(rows.map(({ term, holders }) => [term, holders < COUNTED_MAX ? holders : estimated]))
  return { pieces, of }
}

type SelectiveTerm = { term: string; rarity: number }

/** Inverse document frequency in the library, as BM25 has it. */
export function rarityOf({ pieces, of }: Frequencies, term: string): number {
  const holders = of.get(term) ?? 0
  return Math.log(1 + (Math.max(pieces, holders) - holders + 0.5) / (holders + 0.5))
}

/** The rarest terms first within POSTINGS_MAX. */
function selectiveTerms(frequencies: Frequencies): SelectiveTerm[] {
  let mentions = 0
  return [...frequencies.of]
    .filter(([, holders]) => holders > 0)
    .filter(([, holders], index) => {
      mentions += holders
      return index === 0 || mentions <= POSTINGS_MAX
    })
    .map(([term]) => ({ term, rarity: rarityOf(frequencies, term) }))
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

/** Numbers of these pieces, and of those of their entries that may be them since the entry was learned again: the only one, or of that name. */
export async function numbersOf(db: Queryable, libraries: Libraries, refs: readonly PieceRef[]): Promise<number[]> {
  const ids = sql.param(refs.map(({ knowledgeId }) => knowledgeId))
  const names = sql.param(refs.map(({ label }) => label.slice(label.lastIndexOf('：') + 1)))
  const numbers = sql`any(${sql.param(refs.map(({ no }) => no))}::int8[])`
  const { rows } = await db.execute<{ no: number }>(sql`
    select no from knowledge_piece p where ${isSearched(libraries)} and knowledge_id = any(${ids}::uuid[])
      and (no = ${numbers} or knowledge_id in (
        select id from knowledge where ent_id = ${libraries.entId} and id = any(${ids}::uuid[]) and pieces = 1) or exists (
        select from unnest(${ids}::uuid[], ${names}::text[]) as ref(id, name) where ref.id = p.knowledge_id
          and (p.heading = name or right(p.heading, length(name) + 3) = ' > ' || name or starts_with(p.text, name))))
    order by no = ${numbers} desc, no`)
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
    select p.no, p.knowledge_id, k.type, k.title, p.heading, p.text, p.words, p.library_id = p.ent_id as is_shared
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
