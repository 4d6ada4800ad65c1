import { expect, test } from 'vitest'
import { evenColumns } from './even-rows.tsx'

test.each([
  [8, 8, 8],
  [8, 6, 4],
  [7, 6, 4],
  [13, 8, 7],
  [16, 6, 6],
  [2, 8, 2],
  [0, 8, 0],
])('%i boxes with at most %i in a row have %i columns', (count, most, columns) => {
  expect(evenColumns(count, most)).toBe(columns)
})
