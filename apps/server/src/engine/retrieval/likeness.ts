import type { Unit } from './analyse.ts'
import { areSiblings, likenessOf } from './thesaurus.ts'

const SOUNDS_ALIKE = 0.9
const CONTAINED = 0.8
const CONTAINED_CHARACTER = 0.5
/** 游水 and 游泳. */
const ONE_CHARACTER = 0.2

/** How far one word stands for another, from 0 to 1. */
export function likeness(a: Unit, b: Unit): number {
  if (a.word === b.word) return 1
  let best = 0
  for (const mine of a.meanings) for (const theirs of b.meanings) best = Math.max(best, likenessOf(mine, theirs))
  if (best > 0) return best
  if (a.word.length > 1 && a.sound === b.sound) return SOUNDS_ALIKE
  const written = writtenAlike(a.word, b.word)
  // Words whose meanings are known to differ share characters by accident; those of one kind because they differ.
  if (contradicts(a, [b])) return 0
  return a.meanings.length > 0 && b.meanings.length > 0 ? written / 3 : written
}

function writtenAlike(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (long.includes(short)) return short.length > 1 ? CONTAINED : CONTAINED_CHARACTER
  let shared = 0
  for (const character of short) if (long.includes(character)) shared += 1
  if (shared === 1 && a.length + b.length === 4) return ONE_CHARACTER
  return shared > 1 ? (CONTAINED * 2 * shared) / (a.length + b.length) : 0
}

/** Whether one of these is another member of a kind that the word is a member of. */
export const contradicts = (unit: Unit, among: readonly Unit[]): boolean =>
  unit.meanings.length > 0 &&
  among.some((other) => unit.meanings.some((mine) => other.meanings.some((theirs) => areSiblings(mine, theirs))))
