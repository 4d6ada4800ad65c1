import { expect, test } from 'vitest'
import { between, drawAt, exponential, pick } from './prng.ts'
import { prng } from './testing/random-stream.ts'

const take = (random: () => number, count: number) => Array.from({ length: count }, random)

test('one seed and concern give one stream; another concern or seed another', () => {
  expect(take(prng(7, 'hook.reorder'), 5)).toEqual(take(prng(7, 'hook.reorder'), 5))
  expect(take(prng(7, 'hook.reorder'), 5)).not.toEqual(take(prng(7, 'hook.drop'), 5))
  expect(take(prng(7, 'hook.reorder'), 5)).not.toEqual(take(prng(8, 'hook.reorder'), 5))
})

test('a position in a stream can be found again', () => {
  const draw = drawAt(7, 'script:小满#3')
  expect([0, 1, 2].map(draw)).toEqual(take(prng(7, 'script:小满#3'), 3))
})

test('draws are even', () => {
  const random = prng(1, 'even')
  const counts = Array.from({ length: 10 }, () => 0)
  for (const value of take(random, 20_000)) counts[Math.floor(value * 10)]!++
  for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(200)
})

test('picks, ranges and gaps stay in their bounds', () => {
  const random = prng(1, 'bounds')
  expect(new Set(take(() => between(random, [3, 5]), 200))).toEqual(new Set([3, 4, 5]))
  expect(new Set(Array.from({ length: 50 }, () => pick(random, ['a', 'b'])))).toEqual(new Set(['a', 'b']))
  const gaps = take(() => exponential(random, 100), 20_000)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeCloseTo(100, -1)
  expect(() => pick(random, [])).toThrow()
})
