import { type Analysed, analyse } from './analyse.ts'
import type { Entry } from './rank.ts'

/** Texts looked at lately; analysing them again for every question would cost more than finding them. */
const KEPT = 20_000

const kept = new Map<string, Analysed>()

function remembered(text: string): Analysed {
  const analysed = kept.get(text) ?? analyse(text)
  kept.delete(text)
  kept.set(text, analysed)
  const oldest = kept.keys().next().value
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return analysed
}

export const entryOf = ({ words, text }: { words: readonly string[]; text: string }): Entry => ({
  questions: words.map(remembered),
  answer: remembered(text),
})
