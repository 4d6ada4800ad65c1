import { expect, test } from 'vitest'
import { lengthOf, momentOf, remaining, timeOf, yuan } from './format.ts'

const NOW = '2026-11-15T02:08:00.000Z'

test.each([
  ['2026-11-30T01:08:00.000Z', '14 天 23 小时后'],
  ['2026-11-16T02:08:00.000Z', '1 天后'],
  ['2026-11-15T05:38:00.000Z', '3 小时后'],
  ['2026-11-15T02:08:30.000Z', '1 分钟后'],
  ['2026-11-15T02:08:00.000Z', '已过期'],
])('%s is said as %s', (until, words) => {
  expect(remaining(until, NOW)).toBe(words)
})

test('times are those of Shanghai, with the day when it is not today', () => {
  expect(timeOf(NOW)).toBe('10:08')
  expect(momentOf('2026-11-14T17:00:00.000Z', NOW)).toBe('01:00')
  expect(momentOf('2026-11-14T15:00:00.000Z', NOW)).toBe('11-14 23:00')
})

test('lengths and amounts', () => {
  expect(lengthOf(65_000)).toBe('1:05')
  expect(lengthOf(200)).toBe('0:01')
  expect(yuan(12_800)).toBe('¥12,800')
})
