import { expect, test } from 'vitest'
import { countCharacters, isTooLong, lengthCounter } from './text-length.ts'

test.each([
  ['', 0],
  ['abc', 3],
  ['你好', 2],
  ['😀好', 2],
  ['𠮷野家', 3],
])('%j has %i characters', (text, expected) => {
  expect(countCharacters(text)).toBe(expected)
})

test.each([
  [8, 10, undefined],
  [9, 10, '9/10'],
  [10, 10, '10/10'],
  [11, 10, '11/10'],
  [16, 20, undefined],
  [17, 20, '17/20'],
  [800, 1000, undefined],
  [801, 1000, '801/1000'],
  [0, 10, undefined],
])('%i characters of at most %i show the counter %s', (length, max, expected) => {
  expect(lengthCounter('字'.repeat(length), max)).toBe(expected)
})

test('an emoji counts once against the limit', () => {
  expect(isTooLong('😀'.repeat(10), 10)).toBe(false)
  expect(isTooLong('😀'.repeat(11), 10)).toBe(true)
})
