import { expect, test } from 'vitest'
import { gridStep } from './grid-step.ts'

// 0 1 2 3
// 4 5 6 7
// 8 9
const grid = { count: 10, columns: 4 }

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 5, 9],
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 9, 5],
  ['ArrowUp', 2, 2],
  ['Home', 7, 0],
  ['End', 1, 9],
  ['Enter', 1, undefined],
  ['a', 1, undefined],
])('%s leads from %i to %s', (key, from, expected) => {
  expect(gridStep(key, from, grid)).toBe(expected)
})
