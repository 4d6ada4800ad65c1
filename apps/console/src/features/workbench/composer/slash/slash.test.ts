import { expect, test } from 'vitest'
import { replaceSpan } from '../insert-text.ts'
import { findSlash } from './slash.ts'

/** `|` is where the caret stands. */
const at = (marked: string) => findSlash(marked.replace('|', ''), marked.indexOf('|'))

test.each([
  ['/|', { start: 0, end: 1, keyword: '' }],
  ['/bj|', { start: 0, end: 3, keyword: 'bj' }],
  ['／报价|', { start: 0, end: 3, keyword: '报价' }],
  ['您好\n/bj|', { start: 3, end: 6, keyword: 'bj' }],
  ['您好\n/bj|\n再见', { start: 3, end: 6, keyword: 'bj' }],
])('%j opens the quick replies', (marked, query) => {
  expect(at(marked)).toEqual(query)
})

test.each(['|', '|/', '1/2|', '您好 /bj|', '/b|j', 'http://|', '/bj\n|', '\n|/'])('%j does not', (marked) => {
  expect(at(marked)).toBeUndefined()
})

test('what is chosen takes the place of what was typed', () => {
  const text = '您好\n/bj\n再见'
  const query = findSlash(text, 6)

  expect(replaceSpan(text, query!, '报价如下')).toEqual({ text: '您好\n报价如下\n再见', caret: 7 })
})
