import { SCORE_HIT } from '@ruwu/contract'
import type { Queryable } from '../../db/database.ts'
import type { Found } from '../engine.ts'
import { type Analysed, analyse } from './analyse.ts'
import { type Candidate, findCandidates } from './candidates.repo.ts'
import { entryOf } from './entry.ts'
import { correctHomophones } from './homophones.ts'
import type { Library } from './pieces.repo.ts'
import { askedOf, contradiction, score } from './rank.ts'
import { fuse } from './score.ts'
import { askedTerms } from './terms.ts'
import { createVectorSearch, type VectorMatches, type VectorSearchDeps } from './vectors/vector-search.ts'

const FOUND_MAX = 5
/** Cost limit: of longer texts only the end is searched, where the question usually stands. */
const ASKED_CHARS_MAX = 400

export type KnowledgeSearch = {
  /** By score from 0 to 1, highest first; at most one piece per entry. */
  find(library: Library, question: string, limit?: number): Promise<Found[]>
}

/** Searches an account's knowledge by words, and by vectors when the enterprise has an embedding model. */
export function createKnowledgeSearch(deps: VectorSearchDeps): KnowledgeSearch {
  const vectors = createVectorSearch(deps)
  return {
    async find(library, question, limit = FOUND_MAX) {
      const near = await vectors.match(library, question.slice(-ASKED_CHARS_MAX).trim())
      return searchKnowledge(deps.db.sql, library, question, { limit, near })
    },
  }
}

type SearchOptions = { limit?: number; near?: VectorMatches | undefined }

/** Searches by words, fused with the vector matches `near` when there are any. */
export async function searchKnowledge(
  db: Queryable,
  library: Library,
  question: string,
  { limit = FOUND_MAX, near }: SearchOptions = {},
): Promise<Found[]> {
  const asked = analyse(question.slice(-ASKED_CHARS_MAX))
  const found = await search(db, library, asked, near)
  if (isHit(found)) return found.slice(0, limit)
  // No hit: try again with homophone typos corrected.
  const right = correctHomophones(asked.text)
  const again = right === asked.text ? [] : await search(db, library, analyse(right), near)
  return (isHit(again) ? again : found).slice(0, limit)
}

const isHit = ([best]: readonly Found[]): boolean => (best?.score ?? 0) >= SCORE_HIT

async function search(
  db: Queryable,
  library: Library,
  question: Analysed,
  near: VectorMatches | undefined,
): Promise<Found[]> {
  const asked = askedOf(question)
  const byWords = await findCandidates(db, library, askedTerms(asked))
  const candidates = new Map([...byWords, ...(near?.candidates ?? [])].map((each) => [each.no, each]))
  const found = new Map<string, Found>()
  for (const candidate of candidates.values()) {
    const entry = entryOf(candidate)
    const words = score(asked, entry)
    // Embeddings of 窗帘多少钱 and 橱柜多少钱 are close; the thesaurus knows that they are different things.
    const parts = near && { words, vector: near.scoreFor(candidate.no) * (1 - contradiction(asked, entry)) }
    const is = parts ? fuse(parts) : words
    if (is > (found.get(candidate.knowledgeId)?.score ?? 0))
      found.set(candidate.knowledgeId, toFound(candidate, is, parts))
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score)
}

const toFound = ({ knowledgeId, type, title, text }: Candidate, is: number, parts: Found['parts']): Found => ({
  knowledgeId,
  type,
  title,
  piece: text,
  score: is,
  ...(parts ? { parts } : {}),
  answer: text,
})
