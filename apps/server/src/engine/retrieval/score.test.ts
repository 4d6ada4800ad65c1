import { SCORE_HIT } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { closeness, fuse } from './score.ts'
import { scaleOf } from './vectors/calibration.ts'

const SCALE = { near: 0.8, far: 0.6 }

test.each([
  [0.2, 0],
  [0.6, 0],
  [0.7, SCORE_HIT],
  [0.8, 2 * SCORE_HIT],
  [1, 1],
])('vectors that are %f alike score %f where 0.8 means the same and 0.6 does not', (cosine, expected) => {
  expect(closeness(cosine, SCALE)).toBeCloseTo(expected, 6)
})

/** Log-odds of a share. */
const odds = (share: number) => Math.log(share / (1 - share))
const shareOf = (strength: number) => 1 / (1 + Math.exp(-strength))

test.each([
  ['words alone', 0.5, 0, 0.5],
  ['a vector alone', 0.0001, 0.7, 0.924],
  ['neither', 0.0001, 0, 0.011],
  ['both', 0.9, 0.9, 0.991],
  ['a vector to the full', 0.0001, 1, 0.996],
])('found by %s', (_how, words, vector, expected) => {
  expect(shareOf(fuse({ words: odds(words), vector }))).toBeCloseTo(expected, 3)
})

test('two weak signs are no answer', () => {
  expect(shareOf(fuse({ words: odds(0.3), vector: 0.3 }))).toBeLessThan(SCORE_HIT)
})

test('a model that finds everything alike measures nothing', () => {
  const same = Array.from({ length: 16 }, () => Int8Array.of(1, 2, 3))

  expect(scaleOf(same)).toBeUndefined()
})
