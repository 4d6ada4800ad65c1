import { type Analysed, bigrams, type Token } from './analyse.ts'
import type { Entry } from './rank.ts'
import { relatedMeanings } from './thesaurus.ts'

/**
 * Raise it with every change of the thesaurus, the segmentation or the weights: pieces indexed by a lower version are reindexed.
 * A number, so that during a rolling upgrade the older node leaves pieces of the newer one alone.
 */
export const ANALYSER_VERSION = 3

/** BM25's k1 and b. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.5
/** BM25's average lengths: terms and characters of an ordinary question with three alternative questions. */
const USUAL_TERMS = 20
const USUAL_CHARACTERS = 20
const THOUSANDTHS = 1000

const isHan = /^\p{Script=Han}{2,}$/u

/** Meanings (`=`), so that synonyms match; an unknown word is its own term. */
export const wordTerms = ({ word, meanings }: Token): string[] =>
  meanings.length > 0 ? meanings.map(({ name }) => `=${name}`) : [word]

/** Of unknown words also the bigrams and the sound (`~`), so that typos match. */
const tokenTerms = (token: Token): string[] =>
  token.meanings.length === 0 && isHan.test(token.word)
    ? [token.word, ...bigrams(token.word), `~${token.sound}`]
    : wordTerms(token)

/** Single characters (`#`): entries share them with questions in other words, and their rarity tells near entries apart. */
export const characterTerm = (character: string): string => `#${character}`

const termsOf = ({ tokens }: Analysed): Set<string> => new Set(tokens.flatMap(tokenTerms))

/** Cost limits: each term costs an index scan of the libraries. An ordinary question has about 40 terms. */
const TOKENS_MAX = 40
const CHARACTERS_MAX = 80
export const TERMS_MAX = 240

/** Of a long message the heaviest words and the last characters, so that all their terms are searched. */
export function shortened(question: Analysed): Analysed {
  const characters = new Set([...question.characters].slice(-CHARACTERS_MAX))
  let left = TERMS_MAX - characters.size
  const heaviest = question.tokens.toSorted((one, other) => other.weight - one.weight).slice(0, TOKENS_MAX)
  const kept = new Set(heaviest.filter((token) => (left -= tokenTerms(token).length) >= 0))
  return { ...question, tokens: question.tokens.filter((token) => kept.has(token)), characters }
}

/** At most TERMS_MAX search terms of a shortened question: its words and characters, then related meanings. */
export const askedTerms = (question: Analysed): string[] => {
  const near = question.tokens.flatMap(({ meanings }) => meanings.flatMap(relatedMeanings)).map((name) => `=${name}`)
  const terms = new Set([...termsOf(question), ...[...question.characters].map(characterTerm), ...near])
  return [...terms].slice(0, TERMS_MAX)
}

/** Index terms of a piece with their BM25 term weight in thousandths. The characters are those of its questions. */
export function pieceTerms({ questions, answer }: Entry): Map<string, number> {
  const times = new Map<string, number>()
  const addTerm = (term: string) => times.set(term, (times.get(term) ?? 0) + 1)
  for (const question of [...questions, answer]) for (const term of termsOf(question)) addTerm(term)
  const characters = new Map<string, number>()
  for (const question of questions)
    for (const character of question.characters)
      characters.set(characterTerm(character), (characters.get(characterTerm(character)) ?? 0) + 1)
  return new Map([...weighed(times, USUAL_TERMS), ...weighed(characters, USUAL_CHARACTERS)])
}

function weighed(times: ReadonlyMap<string, number>, usual: number): [string, number][] {
  const length = 1 - LENGTH_SHARE + LENGTH_SHARE * (times.size / usual)
  return [...times].map(([term, count]) => [term, Math.round((THOUSANDTHS * count) / (count + SATURATION * length))])
}
