import { normalText } from './normalise.ts'
import { POLITE } from './thesaurus/fillers.ts'
import { type Word, wordsOf } from './words.ts'

/** A word of a text: what it may mean, how much of the question it carries, and the clause it stands in. */
export type Token = Word & { clause: number }

export type Analysed = {
  /** The text without what is only politeness. */
  text: string
  tokens: readonly Token[]
  /** Every two neighbouring characters of what is said, common words left out. */
  bigramSet: ReadonlySet<string>
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
  let said = ''
  for (const [clause, part] of text.split(' ').entries()) {
    for (const word of wordsOf(part)) {
      said += word === ' ' ? word : word.said
      if (word !== ' ' && !tokens.has(word.word)) tokens.set(word.word, { ...word, clause })
    }
    said += ' '
  }
  return { text, tokens: [...tokens.values()], bigramSet: bigrams(said) }
}

/** `能不能`, `贵不贵`, `有没有` ask the same as the word said once. */
function collapseAOrNotA(text: string): string {
  return text.replaceAll(/(\p{Script=Han})[不没]\1/gu, '$1')
}

/** Every two neighbouring characters of what stands together. */
export function bigrams(text: string): Set<string> {
  const bigramSet = new Set<string>()
  for (const part of text.split(' '))
    for (let at = 1; at < part.length; at += 1) bigramSet.add(part.slice(at - 1, at + 1))
  return bigramSet
}
