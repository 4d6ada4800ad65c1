import { expect, test } from 'vitest'
import { isPermissionCacheFresh } from './permission-set.ts'

const HOUR = 3_600_000

// R52
test.each([
  [0, true],
  [71.9, true],
  [72, false],
  [-1, false],
  [Number.NaN, false],
])('permissions saved %d hours ago still count: %s', (hours, expected) => {
  expect(isPermissionCacheFresh(new Date(1000 * HOUR - hours * HOUR), new Date(1000 * HOUR))).toBe(expected)
})
