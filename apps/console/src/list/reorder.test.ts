import { expect, test } from 'vitest'
import { dropPosition, moved } from './reorder.ts'

test.each([
  [0, 2, ['b', 'c', 'a', 'd']],
  [3, 0, ['d', 'a', 'b', 'c']],
  [1, 1, ['a', 'b', 'c', 'd']],
  [9, 0, ['a', 'b', 'c', 'd']],
])('moving item %i to place %i gives %j', (from, to, result) => {
  expect(moved(['a', 'b', 'c', 'd'], from, to)).toEqual(result)
})

test.each([
  [0, 2, false, 1],
  [0, 2, true, 2],
  [3, 1, false, 1],
  [3, 1, true, 2],
  [2, 2, false, 2],
  [2, 2, true, 2],
])('item %i dropped on row %i (lower half: %s) ends at %i', (from, over, isLower, position) => {
  expect(dropPosition(from, over, isLower)).toBe(position)
})
