import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'
import { phoneticKey } from './pinyin.ts'
import { LONGEST_WORD, type Meaning, meaningNamed, meaningSequence } from './thesaurus.ts'
import { isStopWord } from './thesaurus/fillers.ts'

let jieba: Jieba | undefined

/** The dictionary is slow to load, so it is loaded on first use. */
export function segmenter(): Jieba {
  jieba ??= Jieba.withDict(dict)
  return jieba
}

/** `original` is the text as written; of a compound only the first part has it. */
export type Word = { word: string; original: string; meanings: readonly Meaning[]; weight: number; sound: string }
/** A space stands for a stop word. */
type Spoken = Word | ' '

const isHan = /\p{Script=Han}/u

/** Weights by part of speech: nouns and foreign words carry the topic, particles nothing. */
const WORD_WEIGHTS: [RegExp, number][] = [
  [/^(n|vn|an|j|l|i)/, 1.4],
  [/^eng/, 1.2],
  [/^x/, 1.4],
  [/^(v|a|b|s|z)/, 0.8],
  [/^t/, 0.6],
  [/^[mq]/, 0.3],
]
const LEAST_WEIGHT = 0.15

/** Numbers with a measure word carry the measure's meaning; a final 多少 asks for the price. */
const COUNTED: [RegExp, string][] = [
  [/\d+点[半钟多]?/gu, '几点'],
  [/\d+[来多]?[号位名]?人/gu, '人数'],
  [/\d+周?岁半?/gu, '年龄'],
  [/(?<![是有])多少(?=[啊呀呢吗嘛哦]?$)/gu, '价格'],
]

/** Segmentation costs: a character outside known words, a known single character, a known longer word. */
const COSTS = { leftOver: 1, single: 0.3, word: 0.1 }

/** Segments a clause: thesaurus words at least cost, the text between them by the dictionary. */
export function wordsOf(clause: string): Spoken[] {
  const counted = countedIn(clause)
  const words: Spoken[] = []
  let rest = ''
  for (const { at, part } of partsOf(clause, counted)) {
    if (part.length === 1) {
      rest += part
      continue
    }
    const meaning = counted.get(placeOf(at, part))
    words.push(...cut(rest), ...(meaning ? [wordOf(part, [meaning])] : isStopWord(part) ? [' ' as const] : known(part)))
    rest = ''
  }
  return [...words, ...cut(rest)]
}

type Counted = ReadonlyMap<string, Meaning>
const placeOf = (at: number, part: string): string => `${at} ${part}`

function countedIn(clause: string): Counted {
  const counted = new Map<string, Meaning>()
  for (const [pattern, name] of COUNTED) {
    const meaning = meaningNamed(name)
    for (const { 0: part, index } of clause.matchAll(pattern)) if (meaning) counted.set(placeOf(index, part), meaning)
  }
  return counted
}

/** The segmentation of least cost (dynamic programming). */
function partsOf(clause: string, counted: Counted): { at: number; part: string }[] {
  const costs = [0]
  const lengths = [0]
  for (let end = 1; end <= clause.length; end += 1) {
    let length = 1
    let cost = (costs[end - 1] ?? 0) + (isKnown(clause.charAt(end - 1)) ? COSTS.single : COSTS.leftOver)
    for (let longer = 2; longer <= Math.min(LONGEST_WORD, end); longer += 1) {
      const whole = (costs[end - longer] ?? 0) + COSTS.word
      if (whole > cost) continue
      const part = clause.slice(end - longer, end)
      if (isKnown(part) || counted.has(placeOf(end - longer, part))) [length, cost] = [longer, whole]
    }
    costs.push(cost)
    lengths.push(length)
  }
  const parts: { at: number; part: string }[] = []
  for (let end = clause.length; end > 0;) {
    const at = end - (lengths[end] ?? 1)
    parts.push({ at, part: clause.slice(at, end) })
    end = at
  }
  return parts.toReversed()
}

const hasMeaning = (word: string): boolean => meaningSequence(word).length > 0
const isKnown = (word: string): boolean => isStopWord(word) || hasMeaning(word)

function cut(text: string): Spoken[] {
  if (text === '') return []
  const words: Spoken[] = []
  let single = ''
  const addSingles = () => {
    if (single !== '') words.push(unknown(single, 'x'))
    single = ''
  }
  for (const { word, tag } of segmenter().tag(text, false)) {
    // Adjacent characters outside the dictionary form one unknown word, such as a product name.
    if (word.length === 1 && isHan.test(word) && !isKnown(word)) {
      single += word
      continue
    }
    addSingles()
    words.push(...read(word, tag))
  }
  addSingles()
  return words
}

function read(word: string, tag: string): Spoken[] {
  if (hasMeaning(word)) return known(word)
  if (word.trim() === '' || isStopWord(word)) return [' ']
  // A word of least weight may hold a thesaurus word: 本书.
  const characters = Array.from(word)
  if (characters.length > 1 && weightOf(tag) === LEAST_WEIGHT && characters.some(hasMeaning))
    return characters.flatMap((character) => read(character, tag))
  return [unknown(word, tag)]
}

function known(word: string): Word[] {
  const sequence = meaningSequence(word)
  if (sequence.length === 1) return sequence.map((meanings) => wordOf(word, meanings))
  return sequence.map((meanings, index) => ({
    ...wordOf(`${word} ${meanings[0]?.name}`, meanings),
    original: index === 0 ? word : '',
  }))
}

const wordOf = (word: string, meanings: readonly Meaning[]): Word => ({
  word,
  original: word,
  meanings,
  weight: Math.max(...meanings.map(({ weight }) => weight)),
  sound: phoneticKey(word),
})

function unknown(word: string, tag: string): Word {
  const weight = weightOf(tag)
  return {
    word,
    original: word,
    meanings: [],
    weight: word.length === 1 ? weight / 2 : weight,
    sound: phoneticKey(word),
  }
}

const weightOf = (tag: string): number => WORD_WEIGHTS.find(([pattern]) => pattern.test(tag))?.[1] ?? LEAST_WEIGHT
