import { expect, test } from 'vitest'
import { expiryOf, learningPoints } from './points-price.ts'

test.each([
  [0, 0],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [25_400, 26],
])('learning %d characters costs %d', (chars, expected) => {
  expect(learningPoints(chars)).toBe(expected)
})

test.each([
  ['orderPoints', '2027-03-16T02:00:00.000Z'],
  ['bonusOrderPoints', '2026-09-12T02:00:00.000Z'],
  ['bonusHumanPoints', '2026-04-15T02:00:00.000Z'],
] as const)('%s that come now last until %s', (pool, expected) => {
  expect(expiryOf(pool, new Date('2026-03-16T02:00:00.000Z')).toISOString()).toBe(expected)
})
