import { type Analysed, analyse } from './analyse.ts'
import type { Entry } from './rank.ts'

/** Longer texts are no questions: every sentence is compared by itself. */
const QUESTION_CHARS = 40
const SENTENCE_END = /[。！？!?；;\n]+/u

/** Texts looked at lately; analysing them again for every question would cost more than finding them. */
const KEPT = 20_000
const kept = new Map<string, Analysed>()

/** What a piece says, as it is compared. */
export function entryOf({ words, text }: { words: readonly string[]; text: string }): Entry {
  const isText = words.some(isLong)
  return {
    isText,
    questions: (isText ? words.flatMap(sentencesOf) : words).map(analysedCached),
    answer: analysedCached(text),
  }
}

const isLong = (text: string): boolean => text.length > QUESTION_CHARS
const sentencesOf = (text: string): string[] => text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')

function analysedCached(text: string): Analysed {
  const analysed = kept.get(text) ?? analyse(text)
  kept.delete(text)
  kept.set(text, analysed)
  const oldest = kept.keys().next().value
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return analysed
}
