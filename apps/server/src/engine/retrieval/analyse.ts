import { cutter } from './cutter.ts'
import { normalText } from './normalise.ts'
import { soundOf } from './pinyin.ts'
import { LONGEST_WORD, type Meaning, meaningsOf } from './thesaurus.ts'
import { isCommon, POLITE } from './thesaurus/fillers.ts'

/** A word of a text: what it may mean, and how much of the question it carries. */
export type Unit = { word: string; meanings: readonly Meaning[]; weight: number; sound: string }

export type Analysed = {
  /** The text without what is only politeness. */
  text: string
  units: readonly Unit[]
  /** Every two neighbouring characters of what is said, common words left out. */
  pairs: ReadonlySet<string>
}

const isHan = /\p{Script=Han}/u

const polite = new RegExp(
  POLITE.trim()
    .split(/\s+/)
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

/** By the part of speech: nouns and foreign words name what a question is about, particles name nothing. */
const WORD_WEIGHTS: [RegExp, number][] = [
  [/^(n|vn|an|j|l|i)/, 1.4],
  [/^eng/, 1.2],
  [/^x/, 1.4],
  [/^(v|a|b|s|z)/, 0.8],
  [/^t/, 0.6],
  [/^[mq]/, 0.3],
]
const LEAST_WEIGHT = 0.15

export function analyse(raw: string): Analysed {
  const text = spokenOnce(normalText(raw)).replaceAll(polite, ' ').replaceAll(/\s+/gu, ' ').trim()
  const words = wordsOf(text)
  const units = new Map<string, Unit>()
  for (const word of words) if (word !== ' ' && !units.has(word.word)) units.set(word.word, word)
  const said = words.map((word) => (word === ' ' ? word : word.word)).join('')
  return { text, units: [...units.values()], pairs: pairsOf(said) }
}

/** `能不能`, `贵不贵`, `有没有` ask the same as the word said once. */
function spokenOnce(text: string): string {
  return text.replaceAll(/(\p{Script=Han})[不没]\1/gu, '$1')
}

/** What is said, in its order; a space stands where a common word was left out. */
type Word = Unit | ' '

/** Words of the thesaurus are taken first, the longest; what is between them is cut by the dictionary. */
function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let rest = ''
  for (let at = 0; at < text.length;) {
    const word = longestAt(text, at)
    if (word === undefined) rest += text[at]
    else {
      words.push(...cut(rest), meaningsOf(word).length > 0 ? known(word) : ' ')
      rest = ''
    }
    at += word?.length ?? 1
  }
  return [...words, ...cut(rest)]
}

/** The longest word of at least two characters that is known here. */
function longestAt(text: string, at: number): string | undefined {
  for (let length = Math.min(LONGEST_WORD, text.length - at); length >= 2; length -= 1) {
    const word = text.slice(at, at + length)
    if (meaningsOf(word).length > 0 || isCommon(word)) return word
  }
  return undefined
}

function cut(text: string): Word[] {
  if (text === '') return []
  const words: Word[] = []
  let single = ''
  const addSingles = () => {
    if (single !== '') words.push(unknown(single, 'x'))
    single = ''
  }
  for (const { word, tag } of cutter().tag(text, false)) {
    const isKnown = meaningsOf(word).length > 0
    // Characters that belong to no word of the dictionary make one together: names of goods are such.
    if (word.length === 1 && !isKnown && isHan.test(word) && !isCommon(word)) {
      single += word
      continue
    }
    addSingles()
    if (isKnown) words.push(known(word))
    else words.push(word.trim() === '' || isCommon(word) ? ' ' : unknown(word, tag))
  }
  addSingles()
  return words
}

function known(word: string): Unit {
  const meanings = meaningsOf(word)
  return { word, meanings, weight: Math.max(...meanings.map((meaning) => meaning.weight)), sound: soundOf(word) }
}

function unknown(word: string, tag: string): Unit {
  const weight = WORD_WEIGHTS.find(([pattern]) => pattern.test(tag))?.[1] ?? LEAST_WEIGHT
  return { word, meanings: [], weight: word.length === 1 ? weight / 2 : weight, sound: soundOf(word) }
}

/** Every two neighbouring characters of what stands together. */
export function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>()
  for (const part of text.split(' ')) for (let at = 1; at < part.length; at += 1) pairs.add(part.slice(at - 1, at + 1))
  return pairs
}
