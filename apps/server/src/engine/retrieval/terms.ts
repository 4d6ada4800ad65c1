import { type Analysed, bigrams, type Token } from './analyse.ts'
import type { Entry } from './rank.ts'
import { relatedMeanings } from './thesaurus.ts'

/**
 * Raise it with every change of the thesaurus, the segmentation or the weights: pieces indexed by a lower version are reindexed.
 * A number, so that during a rolling upgrade the older node leaves pieces of the newer one alone.
 */
export const ANALYSER_VERSION = 2

/** BM25's k1 and b. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.5
/** BM25's average length: terms of an ordinary question with three alternative questions. */
const USUAL_TERMS = 20
/** Term frequency of a single character, whatever its real count. */
const CHARACTER = 0.2
const THOUSANDTHS = 1000

const isHanCharacter = /\p{Script=Han}/u
const isHan = /^\p{Script=Han}{2,}$/u

/** Meanings (`=`), so that synonyms match; for unknown words the word, its bigrams and its sound (`~`), so that typos match. */
function tokenTerms({ word, meanings, sound }: Token): string[] {
  if (meanings.length > 0) return meanings.map(({ name }) => `=${name}`)
  return isHan.test(word) ? [word, ...bigrams(word), `~${sound}`] : [word]
}

/** Single characters (`#`) match words that share only a part: 展馆 finds 展厅. */
const characterTerms = ({ original }: Token): string[] =>
  Array.from(original)
    .filter((character) => isHanCharacter.test(character))
    .map((character) => `#${character}`)

/** Longer unknown words match by their bigrams. */
const isShortAndUnknown = ({ word, meanings }: Token): boolean => meanings.length === 0 && word.length <= 2

const termsOf = ({ tokens }: Analysed): Set<string> => new Set(tokens.flatMap(tokenTerms))

/** Search terms of a question, related meanings included. */
export const askedTerms = (question: Analysed): string[] => {
  const near = question.tokens.flatMap(({ meanings }) => meanings.flatMap(relatedMeanings)).map((name) => `=${name}`)
  const characters = question.tokens.filter(isShortAndUnknown).flatMap(characterTerms)
  return [...new Set([...termsOf(question), ...near, ...characters])]
}

/** Index terms of a piece with their BM25 term weight in thousandths. */
export function pieceTerms({ questions, isText, answer }: Entry): Map<string, number> {
  const times = new Map<string, number>()
  const addTerm = (term: string) => times.set(term, (times.get(term) ?? 0) + 1)
  for (const question of questions) for (const term of termsOf(question)) addTerm(term)
  const characters = isText ? [] : questions.flatMap(({ tokens }) => tokens.flatMap(characterTerms))
  for (const term of termsOf(answer)) addTerm(term)
  const length = 1 - LENGTH_SHARE + LENGTH_SHARE * (times.size / USUAL_TERMS)
  for (const term of characters) times.set(term, CHARACTER)
  return new Map(
    [...times].map(([term, count]) => [term, Math.round((THOUSANDTHS * count) / (count + SATURATION * length))]),
  )
}
