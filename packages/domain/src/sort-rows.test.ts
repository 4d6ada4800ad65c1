import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

test.each([
  ['desc', ['乙', '甲', '丙', '丁']],
  ['asc', ['甲', '乙', '丙', '丁']],
] as const)('rows without a value come last: %s', (order, expected) => {
  const rows = [
    { name: '丙', rate: -1 },
    { name: '甲', rate: 1 },
    { name: '丁', rate: null },
    { name: '乙', rate: 20 },
  ]

  expect(sortRows(rows, { field: 'rate', order }, ({ rate }) => rate).map(({ name }) => name)).toEqual(expected)
})
