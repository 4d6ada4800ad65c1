import { LRUCache } from 'lru-cache'
import type { Found } from '../engine.ts'
import { type Analysed, analyse } from './analyse.ts'
import { askedOf, type Entry, score } from './rank.ts'

/** Longer texts are not questions: their sentences are compared one by one. */
const QUESTION_CHARS = 40
const SENTENCE_END = /[。！？!?；;\n]+/u

/** Analysing a text costs more than the search that found it. */
const analysed = new LRUCache<string, Analysed>({ max: 20_000 })

/** A piece in the form that is ranked. */
export function entryOf({ words, text }: { words: readonly string[]; text: string }): Entry {
  const isText = words.some(isLong)
  return {
    isText,
    questions: (isText ? words.flatMap(sentencesOf) : words).map(analysedCached),
    answer: analysedCached(text),
  }
}

/** Whether a piece is a part of running text, which is compared by its sentences, and not a question's answer or the row of a table. */
export function isRunningText({ words, text }: { words: readonly string[]; text: string }): boolean {
  const last = words.at(-1) ?? ''
  return text.endsWith(last) || last.endsWith(text)
}

const isLong = (text: string): boolean => text.length > QUESTION_CHARS
export const sentencesOf = (text: string): string[] =>
  text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')

function analysedCached(text: string): Analysed {
  const cached = analysed.get(text)
  if (cached) return cached
  const fresh = analyse(text)
  analysed.set(text, fresh)
  return fresh
}

/** Relevance of a found piece to a text, from 0 to 1, whatever search found it. */
export const relevance = (words: string, { title, answer }: Pick<Found, 'title' | 'answer'>): number =>
  score(askedOf(analyse(words)), entryOf({ words: [title], text: answer }))
