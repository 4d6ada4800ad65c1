import { SCORE_HIT } from '@ruwu/contract'

/** Bonus when words and vectors agree. */
const AGREEMENT = 0.2
/** A vector's score as log-odds: below SCORE_HIT it says hardly more than no word in common, at `near` it is a clear hit. */
const VECTOR = { even: 0.45, slope: 10 }

/** Typical cosine of a model for equal (`near`) and different (`far`) meanings. */
export type Scale = { near: number; far: number }

/** A cosine as a score from 0 to 1: half way between `far` and `near` is SCORE_HIT. */
export const closeness = (cosine: number, { near, far }: Scale): number =>
  Math.min(1, Math.max(0, (2 * SCORE_HIT * (cosine - far)) / (near - far)))

/**
 * The strength by words (log-odds) fused with a vector's score. It is never below the better of the two: a weak model must not
 * lower a good match by words.
 */
export function fuse({ words, vector }: { words: number; vector: number }): number {
  const byVector = VECTOR.slope * (vector - VECTOR.even)
  return Math.max(words, byVector) + AGREEMENT * Math.min(oddsShare(words), vector)
}

const oddsShare = (strength: number): number => 1 / (1 + Math.exp(-strength))
