import type { Queryable } from '../../db/database.ts'
import type { Found } from '../engine.ts'
import { type Analysed, analyse } from './analyse.ts'
import { type Candidate, findCandidates } from './candidates.repo.ts'
import { entryOf } from './entry.ts'
import { spelt } from './misspelt.ts'
import type { Library } from './pieces.repo.ts'
import { askedOf, score } from './rank.ts'
import { askedTerms } from './terms.ts'

/** From this score on what was found answers the question. */
export const SCORE_HIT = 0.35

const FOUND_MAX = 5
/** Of longer words the end is looked at, where people ask: comparing takes the longer the more is said. */
const ASKED_CHARS_MAX = 400

/** What an account knows about a question: the best first, at most one piece of an entry, with scores from 0 to 1. */
export async function searchKnowledge(
  db: Queryable,
  library: Library,
  question: string,
  limit = FOUND_MAX,
): Promise<Found[]> {
  const asked = analyse(question.slice(-ASKED_CHARS_MAX))
  const found = await search(db, library, asked)
  if (isHit(found)) return found.slice(0, limit)
  // What finds nothing may be misspelt.
  const right = spelt(asked.text)
  const again = right === asked.text ? [] : await search(db, library, analyse(right))
  return (isHit(again) ? again : found).slice(0, limit)
}

const isHit = ([best]: readonly Found[]): boolean => (best?.score ?? 0) >= SCORE_HIT

async function search(db: Queryable, library: Library, question: Analysed): Promise<Found[]> {
  const asked = askedOf(question)
  const found = new Map<string, Found>()
  for (const candidate of await findCandidates(db, library, askedTerms(asked))) {
    const is = score(asked, entryOf(candidate))
    if (is > (found.get(candidate.knowledgeId)?.score ?? 0)) found.set(candidate.knowledgeId, toFound(candidate, is))
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score)
}

const toFound = ({ knowledgeId, type, title, text }: Candidate, is: number): Found => ({
  knowledgeId,
  type,
  title,
  piece: text,
  score: is,
  answer: text,
})
