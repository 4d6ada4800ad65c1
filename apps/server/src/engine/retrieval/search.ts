import { SCORE_HIT } from '@ruwu/contract'
import type { Queryable } from '../../db/database.ts'
import type { Found } from '../engine.ts'
import { type Analysed, analyse, questionKey } from './analyse.ts'
import { type Candidate, findCandidates } from './candidates.repo.ts'
import { entryOf } from './entry.ts'
import { correctHomophones } from './homophones.ts'
import { type Libraries, librariesOf, type OwnLibrary } from './pieces.repo.ts'
import { askedOf, contradiction, score } from './rank.ts'
import { fuse } from './score.ts'
import { askedTerms } from './terms.ts'
import { createVectorSearch, type VectorMatches, type VectorSearchDeps } from './vectors/vector-search.ts'

const FOUND_MAX = 5
/** Cost limit: of longer texts only the end is searched, where the question usually stands. */
const ASKED_CHARS_MAX = 400

export type KnowledgeSearch = {
  /** By score from 0 to 1, highest first; at most one piece per entry. */
  find(account: OwnLibrary, question: string, limit?: number): Promise<Found[]>
}

/** Searches an account's knowledge by words, and by vectors when the enterprise has an embedding model. */
export function createKnowledgeSearch(deps: VectorSearchDeps): KnowledgeSearch {
  const vectors = createVectorSearch(deps)
  return {
    async find(account, question, limit = FOUND_MAX) {
      const libraries = await librariesOf(deps.db.sql, account)
      const near = await vectors.match(libraries, question.slice(-ASKED_CHARS_MAX).trim())
      return searchKnowledge(deps.db.sql, libraries, question, { limit, near })
    },
  }
}

type SearchOptions = { limit?: number; near?: VectorMatches | undefined }

/** Searches by words, fused with the vector matches `near` when there are any. */
export async function searchKnowledge(
  db: Queryable,
  account: OwnLibrary | Libraries,
  question: string,
  { limit = FOUND_MAX, near }: SearchOptions = {},
): Promise<Found[]> {
  const libraries = 'relationIds' in account ? account : await librariesOf(db, account)
  const asked = analyse(question.slice(-ASKED_CHARS_MAX))
  const found = await search(db, libraries, asked, near)
  if (isHit(found)) return found.slice(0, limit)
  // No hit: try again with homophone typos corrected.
  const right = correctHomophones(asked.text)
  const again = right === asked.text ? [] : await search(db, libraries, analyse(right), near)
  return (isHit(again) ? again : found).slice(0, limit)
}

const isHit = ([best]: readonly Found[]): boolean => (best?.score ?? 0) >= SCORE_HIT

async function search(
  db: Queryable,
  libraries: Libraries,
  question: Analysed,
  near: VectorMatches | undefined,
): Promise<Found[]> {
  const asked = askedOf(question)
  const byWords = await findCandidates(db, libraries, askedTerms(asked))
  const candidates = new Map(
    withoutOverridden([...byWords, ...(near?.candidates ?? [])]).map((each) => [each.no, each]),
  )
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
  return [...found.values()].toSorted(
    (a, b) => b.score - a.score || Number(a.isShared ?? false) - Number(b.isShared ?? false),
  )
}

/** An account's own answer to a question replaces the shared one. */
function withoutOverridden(candidates: readonly Candidate[]): readonly Candidate[] {
  if (!candidates.some((each) => each.isShared)) return candidates
  const own = new Set(candidates.filter((each) => !each.isShared).map(keyOf))
  return candidates.filter((each) => !each.isShared || each.type !== 'qa' || !own.has(keyOf(each)))
}

const keyOf = ({ type, title }: Candidate): string => `${type} ${questionKey(title)}`

const toFound = (
  { knowledgeId, type, title, text, isShared }: Candidate,
  is: number,
  parts: Found['parts'],
): Found => ({
  knowledgeId,
  type,
  title,
  piece: text,
  score: is,
  ...(parts ? { parts } : {}),
  ...(isShared ? { isShared } : {}),
  answer: text,
})
