import { expect, test } from 'vitest'
import { LongList } from '../long-list.ts'
import { replaceSorted } from './replace-sorted.ts'
import { longCopies } from './testing/long-copies.ts'

const ascending = (a: number, b: number) => a - b

test.each<[what: string, without: number[], more: number[], expected: number[]]>([
  ['a page behind the last', [], [50, 60], [10, 20, 30, 50, 60]],
  ['a page in which one belongs before the last', [], [25, 60], [10, 20, 25, 30, 60]],
  ['a page that is not in order', [], [60, 50], [10, 20, 30, 50, 60]],
  ['one that moves to the end', [0], [40], [20, 30, 40]],
  ['one that moves to the beginning', [2], [5], [5, 10, 20]],
  ['one that changes in its place', [1], [20], [10, 20, 30]],
  ['one that goes, and others that come before and after', [1], [60, 5, 50], [5, 10, 30, 50, 60]],
  ['nothing at all', [], [], [10, 20, 30]],
  ['some that go', [0, 2], [], [20]],
])('%s', (_, without, more, expected) => {
  const before = LongList.from([10, 20, 30])

  expect([...replaceSorted(before, without, more, ascending)]).toEqual(expected)
  expect([...before]).toEqual([10, 20, 30])
})

test('the first page of an empty list', () => {
  expect([...replaceSorted(LongList.from<number>([]), [], [1, 2], ascending)]).toEqual([1, 2])
})

test('a page behind a long list is put there without a copy of it', () => {
  const long = LongList.from(Array.from({ length: 1000 }, (_, at) => at))

  expect(longCopies(1000, () => replaceSorted(long, [], [1001, 1000], ascending))).toEqual([])
  expect(longCopies(1000, () => replaceSorted(long, [999], [-1], ascending))).not.toEqual([])
})
