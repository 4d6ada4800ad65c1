import { normalText } from './normalise.ts'
import { POLITE } from './thesaurus/fillers.ts'
import { type Word, wordsOf } from './words.ts'

/** A word of a text: what it may mean, how much of the question it carries, and the clause it stands in. */
export type Unit = Word & { clause: number }

export type Analysed = {
  /** The text without what is only politeness. */
  text: string
  units: readonly Unit[]
  /** Every two neighbouring characters of what is said, common words left out. */
  pairs: ReadonlySet<string>
}

const polite = new RegExp(
  POLITE.trim()
    .split(/\s+/)
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

export function analyse(raw: string): Analysed {
  const text = spokenOnce(normalText(raw)).replaceAll(polite, ' ').replaceAll(/\s+/gu, ' ').trim()
  const units = new Map<string, Unit>()
  let said = ''
  for (const [clause, part] of text.split(' ').entries()) {
    for (const word of wordsOf(part)) {
      said += word === ' ' ? word : word.said
      if (word !== ' ' && !units.has(word.word)) units.set(word.word, { ...word, clause })
    }
    said += ' '
  }
  return { text, units: [...units.values()], pairs: pairsOf(said) }
}

/** `能不能`, `贵不贵`, `有没有` ask the same as the word said once. */
function spokenOnce(text: string): string {
  return text.replaceAll(/(\p{Script=Han})[不没]\1/gu, '$1')
}

/** Every two neighbouring characters of what stands together. */
export function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>()
  for (const part of text.split(' ')) for (let at = 1; at < part.length; at += 1) pairs.add(part.slice(at - 1, at + 1))
  return pairs
}
