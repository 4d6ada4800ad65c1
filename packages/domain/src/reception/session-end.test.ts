import { expect, test } from 'vitest'
import { isSessionOver } from './session-end.ts'

test.each([
  ['2026-03-16T02:00:00.000Z', '2026-03-17T01:59:59.999Z', false],
  ['2026-03-16T02:00:00.000Z', '2026-03-17T02:00:00.000Z', true],
])('silent from %s to %s', (last, now, over) => {
  expect(isSessionOver(new Date(last), new Date(now))).toBe(over)
})
