import { expect, test } from 'vitest'
import { countdownOf } from './return-countdown.tsx'

const until = '2026-03-16T02:30:00.000Z'

test.each([
  ['2026-03-16T02:00:00.000Z', '30:00'],
  ['2026-03-16T01:59:59.200Z', '30:00'],
  ['2026-03-16T02:29:58.500Z', '00:01'],
  ['2026-03-16T02:31:00.000Z', '00:00'],
  ['2026-03-15T16:29:51.000Z', '10:00:09'],
])('at %s there are %s left', (now, text) => {
  expect(countdownOf(until, Date.parse(now))).toBe(text)
})
