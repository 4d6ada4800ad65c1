import { onTestFinished, expect, test } from 'vitest'
import { noteServerDate, serverTime } from './server-clock.ts'

const MINUTE_MS = 60_000

/** How far the time used differs from the browser's after an answer whose date differs by `seconds`. */
function difference(...seconds: number[]) {
  const now = Date.now()
  onTestFinished(() => noteServerDate(new Date().toUTCString()))
  for (const each of seconds) noteServerDate(new Date(now + each * 1000).toUTCString())
  return serverTime(now).getTime() - now
}

test.each([
  ['a clock that is right is used as it is', [-1], 0],
  ['a fast one is set back', [-31 * 60], -31 * MINUTE_MS],
  ['a slow one forward', [10 * 60], 10 * MINUTE_MS],
  ['small differences change nothing', [600, 601, 599], 10 * MINUTE_MS],
  ['a clock that was set right is used again', [600, 0], 0],
])('%s', (_what, seconds, expected) => {
  expect(Math.abs(difference(...seconds) - expected)).toBeLessThan(2_000)
})

test('an answer without a date changes nothing', () => {
  noteServerDate(null)
  noteServerDate('soon')
  expect(serverTime(5).getTime()).toBe(5)
})
