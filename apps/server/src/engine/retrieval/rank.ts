import { type Analysed, analyse, type Token } from './analyse.ts'
import { contradicts, wordSimilarity } from './word-similarity.ts'

/** An analysed entry: its questions (or the sentences of a text) and its answer. */
export type Entry = { questions: readonly Analysed[]; isText: boolean; answer: Analysed }

/** Weight of a question word that occurs in another question of the entry, or in its answer. */
const IN_OTHER_QUESTION = 0.95
const IN_ANSWER = 0.8
/** Below this similarity a word counts as missing. */
const NOT_FOUND = 0.5

// Tuned on the questions of fixtures/ai, then rounded; `npm run eval` shows the effect of a change.
const WRITTEN_SHARE = 0.1
const CONTRADICTION = 0.55
const TOPICS_ASKED = 0.7
/** A sentence of a text may say more than is asked, so uncovered words of it cost less. */
const TEXT = { askedShare: 0.9, topicsCovered: 0.1 }
const QUESTION = { askedShare: 0.75, topicsCovered: 0.35 }
/** Factor when only the answer matches, not the entry's questions. */
const ANSWER_ALONE = 0.4
/** Weight of words outside the asking clause that the entry lacks. */
const ASIDE = 0.65
/** Bonus for bigrams that occur anywhere in the entry. */
const WRITTEN_ANYWHERE = 0.1
/** Weight from which an unknown word is taken as the topic when the question has no other. */
const TOPIC_AT_NEED = 0.7

/** A question with memoised word similarities: many entries hold the same words. */
type Asked = Analysed & {
  alike: readonly Alike[]
  against: readonly Alike[]
  isTopic: (token: Token) => boolean
}
type Alike = (other: Token) => number

export const askedOf = (question: Analysed): Asked => ({
  ...question,
  alike: question.tokens.map((token) => memoised((other) => wordSimilarity(token, other))),
  against: question.tokens.map((token) => memoised((other) => (contradicts(token, other) ? 1 : 0))),
  isTopic: question.tokens.some(isTopic) ? isTopic : isTopicAtNeed,
})

function memoised(is: Alike): Alike {
  const known = new Map<string, number>()
  return (other) => {
    const before = known.get(other.word)
    if (before !== undefined) return before
    const now = is(other)
    known.set(other.word, now)
    return now
  }
}

/** Score of an entry for a question, from 0 to 1. */
export const score = (question: Asked, entry: Entry): number => compareEntry(question, entry).words

/**
 * `words` is the score; `contradicted` the share of the question that names another member of the entry's kind (衣柜 against
 * 书柜). Both from 0 to 1.
 */
export function compareEntry(question: Asked, entry: Entry): { words: number; contradicted: number } {
  const ways = entry.questions.map((text) => compare(question, text))
  const answer = compare(question, entry.answer)
  const elsewhere = elsewhereIn(question, ways, answer)
  const weighing = entry.isText ? TEXT : QUESTION
  let best = 0
  for (const way of ways) best = Math.max(best, wayScore(question, way, elsewhere, weighing))
  if (best < ANSWER_ALONE) best = Math.max(best, ANSWER_ALONE * wayScore(question, answer, elsewhere, TEXT))
  const written = 1 + WRITTEN_ANYWHERE * writtenAnywhere(question, entry)
  const contradicted = contradictedBy(entry, question, elsewhere)
  return { words: Math.min(1, best * written * (1 - CONTRADICTION * contradicted)), contradicted }
}

/** Best similarity of each question word in the text (`there`) and of each text word in the question (`back`). */
type Compared = { text: Analysed; there: readonly number[]; back: readonly number[] }

function compare(question: Asked, text: Analysed): Compared {
  const there = question.alike.map(() => 0)
  const back = text.tokens.map((token) => {
    let most = 0
    for (let index = 0; index < there.length; index += 1) {
      const is = question.alike[index]?.(token) ?? 0
      if (is > (there[index] ?? 0)) there[index] = is
      if (is > most) most = is
    }
    return most
  })
  return { text, there, back }
}

/** Best similarity of each question word anywhere in the entry. */
const elsewhereIn = (question: Asked, ways: readonly Compared[], answer: Compared): number[] =>
  question.tokens.map((_, index) => {
    let asked = 0
    for (const { there } of ways) asked = Math.max(asked, there[index] ?? 0)
    return Math.max(IN_OTHER_QUESTION * asked, IN_ANSWER * (answer.there[index] ?? 0))
  })

function contradictedBy(entry: Entry, question: Asked, elsewhere: readonly number[]): number {
  const contradicted = question.against.map((against, index) =>
    (elsewhere[index] ?? 0) < NOT_FOUND &&
    entry.questions.some(({ tokens }) => tokens.some((token) => against(token) > 0))
      ? 1
      : 0,
  )
  return share(question.tokens, contradicted) ?? 0
}

/** Score by one question of the entry: mutual word coverage, lowered by topic words that the other side lacks. */
function wayScore(
  question: Asked,
  { text, there: foundHere, back }: Compared,
  elsewhere: readonly number[],
  weighing: typeof QUESTION,
): number {
  const there = foundHere.map((is, index) => Math.max(is, elsewhere[index] ?? 0))
  const weights = askedWeights(question.tokens, there)
  const askedThere = share(question.tokens, there, always, weights) ?? 0
  const coveredText = share(text.tokens, back) ?? 0
  const topicsAsked = share(question.tokens, there, question.isTopic, weights) ?? 1
  const topicsCovered = share(text.tokens, back, isTopic) ?? 1
  const alike = askedThere ** weighing.askedShare * coveredText ** (1 - weighing.askedShare)
  return (
    ((1 - WRITTEN_SHARE) * alike + WRITTEN_SHARE * dice(question.bigramSet, text.bigramSet)) *
    (1 - TOPICS_ASKED * (1 - topicsAsked)) *
    (1 - weighing.topicsCovered * (1 - topicsCovered))
  )
}

/** Customers explain before they ask: outside the best covered clause, uncovered words weigh less. */
function askedWeights(tokens: readonly Token[], there: readonly number[]): number[] | undefined {
  const last = tokens.at(-1)?.clause
  if (tokens[0]?.clause === last) return undefined
  const covered = new Map<number, number>()
  for (const [index, { clause, weight }] of tokens.entries())
    covered.set(clause, (covered.get(clause) ?? 0) + weight * (there[index] ?? 0))
  const most = Math.max(0, ...covered.values())
  return tokens.map(({ clause, weight }, index) =>
    covered.get(clause) === most ? weight : weight * (1 - (1 - ASIDE) * (1 - (there[index] ?? 0))),
  )
}

/** A topic word names the thing asked about, not what is asked of it (价格, 多久). */
const isTopic = (token: Token): boolean =>
  token.meanings.length > 0 ? token.meanings.every((meaning) => meaning.kind === 'thing') : token.weight >= 1

/** Whether a text names a topic; 多少钱 does not. */
export const namesTopic = (text: string): boolean => analyse(text).tokens.some(isTopic)

const isTopicAtNeed = (token: Token): boolean => token.meanings.length === 0 && token.weight >= TOPIC_AT_NEED

const always = (): boolean => true

/** Weighted mean of `there` over the words that count; undefined when none does. */
function share(
  tokens: readonly Token[],
  there: readonly number[],
  counts: (token: Token) => boolean = always,
  weights?: readonly number[],
): number | undefined {
  let sum = 0
  let all = 0
  for (const [index, token] of tokens.entries()) {
    if (!counts(token)) continue
    const weight = weights?.[index] ?? token.weight
    all += weight
    sum += weight * (there[index] ?? 0)
  }
  return all > 0 ? sum / all : undefined
}

/** Share of the question's bigrams that occur in the entry. */
function writtenAnywhere({ bigramSet }: Asked, { questions, answer }: Entry): number {
  if (bigramSet.size === 0) return 0
  let found = 0
  for (const pair of bigramSet)
    if (answer.bigramSet.has(pair) || questions.some((text) => text.bigramSet.has(pair))) found += 1
  return found / bigramSet.size
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const each of a) if (b.has(each)) both += 1
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
}
