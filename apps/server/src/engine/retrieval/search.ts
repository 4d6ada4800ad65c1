import { INTRO_ID, SCORE_HIT } from '@ruwu/contract'
import type { Queryable } from '../../db/database.ts'
import type { Found } from '../engine.ts'
import { type Analysed, analyse, questionKey } from './analyse.ts'
import { type Candidate, findCandidates } from './candidates.repo.ts'
import { entryOf, sentencesOf } from './entry.ts'
import { correctHomophones } from './homophones.ts'
import { type Libraries, librariesOf, type OwnLibrary } from './pieces.repo.ts'
import { calibrated, type Comparison, comparisonOf, likelihoods, strengthOf } from './likelihood.ts'
import { fuse } from './score.ts'
import { askedTerms } from './terms.ts'
import { createVectorSearch, type VectorMatches, type VectorSearchDeps } from './vectors/vector-search.ts'

const FOUND_MAX = 5
/** Cost limit: of longer texts only the end is searched, where the question usually stands. */
const ASKED_CHARS_MAX = 400
const INTRO_TITLE = '业务介绍'
/** With its end sign, as it is sent. */
const SENTENCE = /[^。！？!?；;\s][^。！？!?；;\n]*[。！？!?；;]?/gu

/** `intro` is the 业务介绍 of the AI that answers: its sentences are knowledge too. */
type FindOptions = { limit?: number; intro?: string }

export type KnowledgeSearch = {
  /** By likelihood from 0 to 1, highest first; at most one piece per entry. */
  find(account: OwnLibrary, question: string, options?: FindOptions): Promise<Found[]>
}

/** Searches an account's knowledge by words, and by vectors when the enterprise has an embedding model. */
export function createKnowledgeSearch(deps: VectorSearchDeps): KnowledgeSearch {
  const vectors = createVectorSearch(deps)
  return {
    async find(account, question, options = {}) {
      const libraries = await librariesOf(deps.db.sql, account)
      const near = await vectors.match(libraries, question.slice(-ASKED_CHARS_MAX).trim())
      return searchKnowledge(deps.db.sql, libraries, question, { ...options, near })
    },
  }
}

type SearchOptions = { limit?: number; near?: VectorMatches | undefined; intro?: string | undefined }

/** Searches by words and characters, fused with the vector matches `near` when there are any. */
export async function searchKnowledge(
  db: Queryable,
  account: OwnLibrary | Libraries,
  question: string,
  { limit = FOUND_MAX, near, intro = '' }: SearchOptions = {},
): Promise<Found[]> {
  const libraries = 'relationIds' in account ? account : await librariesOf(db, account)
  const asked = analyse(question.slice(-ASKED_CHARS_MAX))
  const more = introCandidates(intro)
  const found = await search(db, libraries, asked, near, more)
  if ((found[0]?.score ?? 0) >= SCORE_HIT) return found.slice(0, limit)
  // No hit: try again with homophone typos corrected.
  const right = correctHomophones(asked.text)
  const again = right === asked.text ? [] : await search(db, libraries, analyse(right), near, more)
  return ((again[0]?.score ?? 0) > (found[0]?.score ?? 0) ? again : found).slice(0, limit)
}

async function search(
  db: Queryable,
  libraries: Libraries,
  question: Analysed,
  near: VectorMatches | undefined,
  more: readonly Candidate[],
): Promise<Found[]> {
  const { candidates: byTerms, frequencies } = await findCandidates(db, libraries, askedTerms(question))
  const all = withoutOverridden([...byTerms, ...(near?.candidates ?? []), ...more])
  const candidates = new Map(all.map((each) => [each.no, each]))
  const comparison = comparisonOf(question, frequencies)
  const best = new Map<string, Ranked>()
  for (const candidate of candidates.values()) {
    const ranked = rankedOf(candidate, comparison, near)
    if (ranked.strength > (best.get(candidate.knowledgeId)?.strength ?? Number.NEGATIVE_INFINITY))
      best.set(candidate.knowledgeId, ranked)
  }
  const ranking = [...best.values()].toSorted(
    (a, b) => b.strength - a.strength || Number(a.candidate.isShared) - Number(b.candidate.isShared),
  )
  const scores = likelihoods(ranking.map(({ strength }) => strength))
  const found = ranking.map(({ candidate, parts }, index) => toFound(candidate, scores[index] ?? 0, parts))
  return withAgreement(found).map((each) => ({ ...each, score: calibrated(each.score) }))
}

type Ranked = { candidate: Candidate; strength: number; parts: Found['parts'] }

function rankedOf(candidate: Candidate, comparison: Comparison, near: VectorMatches | undefined): Ranked {
  const match = comparison.match(entryOf(candidate))
  const strength = strengthOf(match, comparison)
  if (!near) return { candidate, strength, parts: undefined }
  // Embeddings of 窗帘多少钱 and 橱柜多少钱 are close; the thesaurus knows that they are different things.
  const vector = near.scoreFor(candidate.no) * (1 - match.contradicted)
  const [words = 0] = likelihoods([strength])
  return { candidate, strength: fuse({ words: strength, vector }), parts: { words: calibrated(words), vector } }
}

/** An account's own answer to a question replaces the shared one. */
function withoutOverridden(candidates: readonly Candidate[]): readonly Candidate[] {
  if (!candidates.some((each) => each.isShared)) return candidates
  const own = new Set(candidates.filter((each) => !each.isShared).map(keyOf))
  return candidates.filter((each) => !each.isShared || each.type !== 'qa' || !own.has(keyOf(each)))
}

const keyOf = ({ type, title }: Candidate): string => `${type} ${questionKey(title)}`

/** Entries with the answer of the best one agree with it: whichever is meant, the customer gets the same answer. */
function withAgreement(found: Found[]): Found[] {
  const [best, ...others] = found
  if (!best) return []
  const same = others.filter(({ answer }) => isSameAnswer(answer, best.answer))
  const score = same.reduce((sum, each) => sum + each.score, best.score)
  return [{ ...best, score }, ...others.filter((each) => !same.includes(each))]
}

const isSameAnswer = (one: string, other: string): boolean => bare(one) === bare(other)
const bare = (text: string): string => text.replaceAll(/[\s\p{P}\p{S}]/gu, '')

/** The sentences of 业务介绍, each a piece by itself. */
const introCandidates = (intro: string): Candidate[] =>
  (intro.match(SENTENCE) ?? []).map((text, index) => ({
    no: -1 - index,
    knowledgeId: INTRO_ID,
    type: 'intro',
    title: INTRO_TITLE,
    heading: '',
    text,
    words: [text],
    isShared: false,
  }))

const toFound = (
  { knowledgeId, type, title, heading, text, isShared }: Candidate,
  score: number,
  parts: Found['parts'],
): Found => ({
  knowledgeId,
  type,
  title,
  piece: text,
  score,
  ...(parts ? { parts } : {}),
  ...(isShared ? { isShared } : {}),
  answer: text,
  label: type === 'qa' ? title : heading.split(' > ').at(-1) || (sentencesOf(text)[0] ?? title),
})
