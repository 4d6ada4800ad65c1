import { normalText } from './normalise.ts'
import { POLITE } from './thesaurus/fillers.ts'
import { type Word, wordsOf } from './words.ts'

/** A word of a text with its meanings, its weight and the index of its clause. */
export type Token = Word & { clause: number }

export type Analysed = {
  /** Normalised, polite phrases removed. */
  text: string
  tokens: readonly Token[]
  /** Character bigrams, stop words left out. */
  bigramSet: ReadonlySet<string>
  /** All characters, also of stop words: negation, numbers and question words tell near questions apart. */
  characters: ReadonlySet<string>
}

const polite = new RegExp(
  POLITE.trim()
    .split(/\s+/)
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

export function analyse(raw: string): Analysed {
  const text = collapseAOrNotA(normalText(raw)).replaceAll(polite, ' ').replaceAll(/\s+/gu, ' ').trim()
  const tokens = new Map<string, Token>()
  let original = ''
  for (const [clause, part] of text.split(' ').entries()) {
    for (const word of wordsOf(part)) {
      original += word === ' ' ? word : word.original
      if (word !== ' ' && !tokens.has(word.word)) tokens.set(word.word, { ...word, clause })
    }
    original += ' '
  }
  return { text, tokens: [...tokens.values()], bigramSet: bigrams(original), characters: charactersOf(text) }
}

/** A-not-A questions: `能不能`, `贵不贵`, `有没有` become the word once. */
function collapseAOrNotA(text: string): string {
  return text.replaceAll(/(\p{Script=Han})[不没]\1/gu, '$1')
}

const charactersOf = (text: string): Set<string> => new Set(Array.from(text).filter((character) => character !== ' '))

/** Character bigrams of the space-separated parts. */
export function bigrams(text: string): Set<string> {
  const bigramSet = new Set<string>()
  for (const part of text.split(' '))
    for (let at = 1; at < part.length; at += 1) bigramSet.add(part.slice(at - 1, at + 1))
  return bigramSet
}

/** Equal for questions that differ only in politeness, punctuation or spelling variants. */
export const questionKey = (text: string): string => analyse(text).text.replaceAll(' ', '')
