import { INTRO_ID, SCORE_HIT } from '@ruwu/contract'
import type { Queryable } from '../../db/database.ts'
import type { Found, PieceRef, ReadPieces, Search } from '../engine.ts'
import type { BeginModelUse } from '../model/models.ts'
import { type Analysed, analyse, questionKey } from './analyse.ts'
import { type Candidate, findCandidates, numbersOf, readPieces } from './candidates.repo.ts'
import { entryOf, isRunningText, sentencesOf } from './entry.ts'
import { correctHomophones } from './homophones.ts'
import { type Answering, type Libraries, librariesOf } from './pieces.repo.ts'
import { calibrated, type Comparison, comparisonOf, likelihoods, strengthOf } from './likelihood.ts'
import { fuse } from './score.ts'
import { askedTerms, shortened } from './terms.ts'
import { createVectorSearch, type VectorMatches, type VectorSearchDeps } from './vectors/vector-search.ts'

const FOUND_MAX = 5
/** Cost limit: of longer texts only the end is searched, where the question usually stands. */
const ASKED_CHARS_MAX = 400
const INTRO_TITLE = '业务介绍'
/** With its end sign, as it is sent. */
const SENTENCE = /[^。！？!?；;\s][^。！？!?；;\n]*[。！？!?；;]?/gu

/** `intro` is the 业务介绍 of the AI that answers: its sentences are knowledge too. */
type FindOptions = { limit?: number; intro?: string; begin?: BeginModelUse | undefined }

export type KnowledgeSearch = {
  /** By likelihood from 0 to 1, highest first. */
  find(account: Answering, question: string, options?: FindOptions): Promise<Found[]>
  /** What the engine searches and reads with. */
  readerOf(account: Answering, intro: string, begin?: BeginModelUse): { search: Search; readPieces: ReadPieces }
}

/** Searches an account's knowledge by words, and by vectors when the enterprise has an embedding model. */
export function createKnowledgeSearch(deps: VectorSearchDeps): KnowledgeSearch {
  const vectors = createVectorSearch(deps)
  const find: KnowledgeSearch['find'] = async (account, question, { begin, ...options } = {}) => {
    const libraries = await librariesOf(deps.db.sql, account)
    const near = await vectors.match(libraries, question.slice(-ASKED_CHARS_MAX).trim(), begin)
    return searchKnowledge(deps.db.sql, libraries, question, { ...options, near })
  }
  return {
    find,
    readerOf: (account, intro, begin) => ({
      search: (question) => find(account, question, { intro, begin }),
      readPieces: (refs) => readOffered(deps.db.sql, account, refs, intro),
    }),
  }
}

/** The pieces that were offered to a customer, as they are now. */
export async function readOffered(
  db: Queryable,
  account: Answering,
  refs: readonly PieceRef[],
  intro: string,
): Promise<Found[]> {
  const libraries = await librariesOf(db, account)
  const stored = await readPieces(db, libraries, await numbersOf(db, libraries, refs))
  const pieces = [...stored, ...introCandidates(intro)].map((each) => toFound(each, 1, undefined))
  return refs.flatMap(({ no, knowledgeId, label }) => {
    const entry = pieces.filter((each) => each.knowledgeId === knowledgeId)
    // Learning again gives new numbers, and a sentence of 业务介绍 may stand elsewhere: then it is found by its label.
    const same = entry.find((each) => each.no === no && each.type !== 'intro')
    const piece = same ?? entry.find(({ labels }) => labels.includes(label)) ?? entry.find(({ type }) => type === 'qa')
    return piece ? [piece] : []
  })
}

type SearchOptions = { limit?: number; near?: VectorMatches | undefined; intro?: string | undefined }

/** Searches by words and characters, fused with the vector matches `near` when there are any. */
export async function searchKnowledge(
  db: Queryable,
  account: Answering | Libraries,
  question: string,
  { limit = FOUND_MAX, near, intro = '' }: SearchOptions = {},
): Promise<Found[]> {
  const libraries = 'relationIds' in account ? account : await librariesOf(db, account)
  const asked = shortened(analyse(question.slice(-ASKED_CHARS_MAX)))
  const more = introCandidates(intro)
  const found = await search(db, libraries, asked, near, more)
  if ((found[0]?.score ?? 0) >= SCORE_HIT) return found.slice(0, limit)
  // No hit: try again with homophone typos corrected.
  const right = correctHomophones(asked.text)
  const again = right === asked.text ? [] : await search(db, libraries, shortened(analyse(right)), near, more)
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
    const key = alternativeOf(candidate)
    if (ranked.strength > (best.get(key)?.strength ?? Number.NEGATIVE_INFINITY)) best.set(key, ranked)
  }
  const ranking = [...best.values()].toSorted(
    (a, b) => b.strength - a.strength || Number(a.candidate.isShared) - Number(b.candidate.isShared),
  )
  const scores = likelihoods(ranking.map(({ strength }) => strength))
  const found = ranking.map(({ candidate, parts }, index) => toFound(candidate, scores[index] ?? 0, parts))
  return withAgreement(found).map((each) => ({ ...each, score: calibrated(each.score) }))
}

/** Running text under one heading is one answer, given by its best piece. Every other piece, such as the row of a table, is an answer of its own. */
const alternativeOf = (candidate: Candidate): string =>
  isRunningText(candidate) ? `${candidate.knowledgeId} ${candidate.heading}` : `${candidate.no}`

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
  { no, knowledgeId, type, title, heading, text, isShared }: Candidate,
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
  no,
  labels: type === 'qa' ? [title] : labelsOf(title, heading, text),
})

function labelsOf(title: string, heading: string, text: string): string[] {
  const headings = heading.split(' > ')
  const [last = '', parent] = [headings.at(-1), headings.at(-2)]
  const start = sentencesOf(text)[0] ?? title
  if (last === '') return [start, `${title}：${start}`]
  return [last, ...(parent === undefined ? [] : [`${parent}：${last}`]), `${title}：${last}`, start]
}
