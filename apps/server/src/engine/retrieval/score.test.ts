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

test.each([
  ['words alone', 0.5, 0, 0.5],
  ['a vector alone', 0, 0.7, 0.7],
  ['neither', 0, 0, 0],
  ['both', 0.9, 0.9, 0.918],
  ['both to the full', 1, 1, 1],
])('found by %s', (_how, words, vector, expected) => {
  expect(fuse({ words, vector })).toBeCloseTo(expected, 6)
})

test('two weak signs are no answer', () => {
  expect(fuse({ words: 0.3, vector: 0.3 })).toBeLessThan(SCORE_HIT)
})

test('a model that finds everything alike measures nothing', () => {
  const same = Array.from({ length: 16 }, () => Int8Array.of(1, 2, 3))

  expect(scaleOf(same)).toBeUndefined()
})
