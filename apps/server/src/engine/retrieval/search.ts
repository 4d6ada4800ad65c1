import type { Queryable } from '../../db/database.ts'
import type { Found } from '../engine.ts'
import { analyse } from './analyse.ts'
import { type Candidate, findCandidates } from './candidates.repo.ts'
import { entryOf } from './entry-cache.ts'
import type { Library } from './pieces.repo.ts'
import { score } from './rank.ts'
import { termsOf } from './terms.ts'

/** From this score on what was found answers the question. */
export const SCORE_HIT = 0.35

const FOUND_MAX = 5

/** What an account knows about a question: the best first, at most one piece of an entry, with scores from 0 to 1. */
export async function searchKnowledge(
  db: Queryable,
  library: Library,
  question: string,
  limit = FOUND_MAX,
): Promise<Found[]> {
  const asked = analyse(question)
  const candidates = await findCandidates(db, library, [...termsOf(asked)])
  const found = new Map<string, Found>()
  for (const candidate of candidates) {
    const is = score(asked, entryOf(candidate))
    if (is > (found.get(candidate.knowledgeId)?.score ?? 0)) found.set(candidate.knowledgeId, toFound(candidate, is))
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score).slice(0, limit)
}

const toFound = ({ knowledgeId, type, title, text }: Candidate, is: number): Found => ({
  knowledgeId,
  type,
  title,
  piece: text,
  score: is,
  answer: text,
})
