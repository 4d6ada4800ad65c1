import type { CustomerId } from '@ruwu/contract'
import { LongList } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { orderRows } from './row-order.ts'

const ids = (text: string) => Array.from(text) as CustomerId[]
const order = (shown: string, live: string, kept = '', visible?: string) => {
  const rows = orderRows(LongList.from(ids(shown)), {
    live: LongList.from(ids(live)),
    kept: new Set(ids(kept)),
    visible: visible === undefined ? undefined : ids(visible),
  })
  return { ids: [...rows.ids].join(''), held: rows.held }
}

test('at the top the rows follow the list', () => {
  expect(order('abc', 'cxab')).toEqual({ ids: 'cxab', held: 0 })
})

test('a row that left stays beside its neighbour for a while', () => {
  expect(order('abcd', 'acd', 'b')).toEqual({ ids: 'abcd', held: 0 })
  expect(order('abcd', 'dac', 'b')).toEqual({ ids: 'dabc', held: 0 })
  expect(order('abcd', 'bcd', 'a')).toEqual({ ids: 'abcd', held: 0 })
  expect(order('abcd', 'ad', 'bc')).toEqual({ ids: 'abcd', held: 0 })
})

test('while one reads further down, new rows above wait and are counted', () => {
  expect(order('abcdef', 'xyabcdef', '', 'cd')).toEqual({ ids: 'abcdef', held: 2 })
})

test('a visible row with news stays in its place, one out of sight is counted', () => {
  expect(order('abcdef', 'cabdef', '', 'cd')).toEqual({ ids: 'abcdef', held: 0 })
  expect(order('abcdef', 'fabcde', '', 'cd')).toEqual({ ids: 'abcdef', held: 1 })
})

test('a row that would push the visible ones down waits too', () => {
  expect(order('abcdef', 'abxcdef', '', 'cd')).toEqual({ ids: 'abcdef', held: 1 })
})

test('rows below come where they belong, as does the next page', () => {
  expect(order('abcd', 'abcxd', '', 'bc')).toEqual({ ids: 'abcxd', held: 0 })
  expect(order('abcd', 'abcdefg', '', 'bc')).toEqual({ ids: 'abcdefg', held: 0 })
})

test('rows that are gone go, wherever they stood', () => {
  expect(order('abcdef', 'bdf', '', 'cd')).toEqual({ ids: 'bdf', held: 0 })
})

test('asking twice changes nothing', () => {
  const live = 'xfabcde'
  const once = order('abcdef', live, 'c', 'cd')

  expect(order(once.ids, live, 'c', 'cd')).toEqual(once)
})

test('the pointer rests on the first rows: new ones wait above them', () => {
  expect(order('abc', 'xabc', '', 'ab')).toEqual({ ids: 'abc', held: 1 })
})
