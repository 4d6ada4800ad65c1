import { SCORE_HIT } from '@ruwu/contract'

/** How far two ways of finding that agree are surer than the better one. */
const AGREEMENT = 0.2

/** How alike vectors of one model are that mean the same, and that do not. */
export type Scale = { near: number; far: number }

/** The likeness of two vectors as a score: half way between what a model says of different and of same meanings is a hit. */
export const closeness = (cosine: number, { near, far }: Scale): number =>
  Math.min(1, Math.max(0, (2 * SCORE_HIT * (cosine - far)) / (near - far)))

/** Of both ways to find it. Neither takes away from the other: models differ, and words alone are good enough for most. */
export function fuse({ words, vector }: { words: number; vector: number }): number {
  const better = Math.max(words, vector)
  return better + AGREEMENT * (1 - better) * Math.min(words, vector)
}
