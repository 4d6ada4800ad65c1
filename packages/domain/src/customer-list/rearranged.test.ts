import { expect, test } from 'vitest'
import { rearranged } from './rearranged.ts'

const ascending = (a: number, b: number) => a - b

test.each<[what: string, without: number[], more: number[], expected: number[]]>([
  ['a page behind the last', [], [50, 60], [10, 20, 30, 50, 60]],
  ['a page in which one belongs before the last', [], [25, 60], [10, 20, 25, 30, 60]],
  ['a page that is not in order', [], [60, 50], [10, 20, 30, 50, 60]],
  ['one that moves to the end', [0], [40], [20, 30, 40]],
  ['one that moves to the beginning', [2], [5], [5, 10, 20]],
  ['some that go', [0, 2], [], [20]],
])('%s', (_, without, more, expected) => {
  const before = [10, 20, 30]

  expect(rearranged(before, without, more, ascending)).toEqual(expected)
  expect(before).toEqual([10, 20, 30])
})

test('the first page of an empty list', () => {
  expect(rearranged([], [], [1, 2], ascending)).toEqual([1, 2])
})
