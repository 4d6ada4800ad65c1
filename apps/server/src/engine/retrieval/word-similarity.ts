import type { Token } from './analyse.ts'
import { areSiblings, meaningSimilarity } from './thesaurus.ts'

/** Synonyms. */
const SAME_MEANING = 0.95
const SOUNDS_ALIKE = 0.9
const CONTAINED = 0.8
const CONTAINED_CHARACTER = 0.5
/** Two-character words with one character in common: 游水 and 游泳. */
const ONE_CHARACTER = 0.3

/** Similarity of two words, from 0 to 1: by meaning, by sound, by characters. */
export function wordSimilarity(a: Token, b: Token): number {
  if (a.word === b.word) return 1
  let best = 0
  for (const mine of a.meanings) for (const theirs of b.meanings) best = Math.max(best, meaningSimilarity(mine, theirs))
  if (best > 0) return Math.min(best, SAME_MEANING)
  if (a.word.length > 1 && a.sound === b.sound) return SOUNDS_ALIKE
  const written = characterOverlap(a.word, b.word)
  if (written === 0) return 0
  // Members of one kind (衣柜, 书柜) share characters and still differ; for other words with known meanings it is chance.
  if (contradicts(a, b)) return 0
  return a.meanings.length > 0 && b.meanings.length > 0 ? written / 3 : written
}

function characterOverlap(a: string, b: string): number {
  const short = a.length < b.length ? a : b
  const long = short === a ? b : a
  if (long.includes(short)) return short.length > 1 ? CONTAINED : CONTAINED_CHARACTER
  let shared = 0
  for (let at = 0; at < short.length; at += 1) if (long.includes(short.charAt(at))) shared += 1
  if (shared === 1 && a.length + b.length === 4) return ONE_CHARACTER
  return shared > 1 ? (CONTAINED * 2 * shared) / (a.length + b.length) : 0
}

/** Whether these are two members of one kind (衣柜, 书柜). */
export const contradicts = (a: Token, b: Token): boolean =>
  a.meanings.some((mine) => b.meanings.some((theirs) => areSiblings(mine, theirs)))
