import { expect, test } from 'vitest'
import * as locks from './advisory-lock.ts'

test('no two kinds of locks share a key space', () => {
  const spaces = Object.values(locks).filter((each) => typeof each === 'number')

  expect(spaces.length).toBeGreaterThan(10)
  expect(new Set(spaces).size).toBe(spaces.length)
})
