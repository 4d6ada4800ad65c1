import { expect, test } from 'vitest'
import { secondsLeft } from './cooldown.ts'

test.each([
  [10_000, 0, 10],
  [10_000, 9_001, 1],
  [10_000, 10_000, 0],
  [10_000, 99_000, 0],
  [0, 0, 0],
])('resting until %i, at %i there are %i seconds left', (until, now, seconds) => {
  expect(secondsLeft(until, now)).toBe(seconds)
})
