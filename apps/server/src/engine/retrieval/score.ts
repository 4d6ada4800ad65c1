import { SCORE_HIT } from '@ruwu/contract'

/** Bonus when words and vectors agree. */
const AGREEMENT = 0.2

/** Typical cosine of a model for equal (`near`) and different (`far`) meanings. */
export type Scale = { near: number; far: number }

/** A cosine as a score from 0 to 1: half way between `far` and `near` is SCORE_HIT. */
export const closeness = (cosine: number, { near, far }: Scale): number =>
  Math.min(1, Math.max(0, (2 * SCORE_HIT * (cosine - far)) / (near - far)))

/** The fused score is never below the better of the two: a weak model must not lower a good match by words. */
export function fuse({ words, vector }: { words: number; vector: number }): number {
  const better = Math.max(words, vector)
  return better + AGREEMENT * (1 - better) * Math.min(words, vector)
}
