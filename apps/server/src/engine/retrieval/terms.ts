import { type Analysed, bigrams, type Token } from './analyse.ts'
import type { Entry } from './rank.ts'
import { relatedMeanings } from './thesaurus.ts'

/** As BM25 has them: how soon saying a word more often stops to count, and how much a long piece is held against it. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.5
/** Terms of an ordinary question with three other ways to ask it. */
const USUAL_TERMS = 20
/** How often a character counts as said, however often it is. */
const CHARACTER = 0.2
const THOUSANDTHS = 1000

const isHanCharacter = /\p{Script=Han}/u
const isHan = /^\p{Script=Han}{2,}$/u

/** By meaning, so that other words for the same find it; without one by the word, its parts, and its sound for typing errors. */
function tokenTerms({ word, meanings, sound }: Token): string[] {
  if (meanings.length > 0) return meanings.map(({ name }) => `=${name}`)
  return isHan.test(word) ? [word, ...bigrams(word), `~${sound}`] : [word]
}

/** By its characters a question is found that shares nothing but a part of a word: 展馆 finds 展厅. */
const characterTerms = ({ said }: Token): string[] =>
  Array.from(said)
    .filter((character) => isHanCharacter.test(character))
    .map((character) => `#${character}`)

/** Longer words have pairs to be found by. */
const isShortAndUnknown = ({ word, meanings }: Token): boolean => meanings.length === 0 && word.length <= 2

const termsOf = ({ tokens }: Analysed): Set<string> => new Set(tokens.flatMap(tokenTerms))

/** What a question is looked for by: also by meanings near to what it says. */
export const askedTerms = (question: Analysed): string[] => {
  const near = question.tokens.flatMap(({ meanings }) => meanings.flatMap(relatedMeanings)).map((name) => `=${name}`)
  const characters = question.tokens.filter(isShortAndUnknown).flatMap(characterTerms)
  return [...new Set([...termsOf(question), ...near, ...characters])]
}

/** What a piece is found by, with what each counts for in thousandths. */
export function pieceTerms({ questions, isText, answer }: Entry): Map<string, number> {
  const times = new Map<string, number>()
  const say = (term: string) => times.set(term, (times.get(term) ?? 0) + 1)
  for (const question of questions) for (const term of termsOf(question)) say(term)
  const characters = isText ? [] : questions.flatMap(({ tokens }) => tokens.flatMap(characterTerms))
  for (const term of termsOf(answer)) say(term)
  const length = 1 - LENGTH_SHARE + LENGTH_SHARE * (times.size / USUAL_TERMS)
  for (const term of characters) times.set(term, CHARACTER)
  return new Map(
    [...times].map(([term, count]) => [term, Math.round((THOUSANDTHS * count) / (count + SATURATION * length))]),
  )
}
