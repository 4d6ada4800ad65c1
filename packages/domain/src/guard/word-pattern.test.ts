import { expect, test } from 'vitest'
import { compileWordPattern, PATTERN_REACH } from './word-pattern.ts'

test.each(['(', '[a-', '*a', 'a**', 'a{2,1}', '\\', '(?<n', 'a{'])('%j is no regular expression', (pattern) => {
  expect(compileWordPattern(pattern)).toBeUndefined()
})

test.each([
  '(a+)+$',
  '(a*)*',
  '(a|a)*b',
  '(a|ab)+c',
  '(?:a+){9}',
  '((a)+)*',
  '(a?){9}',
  '.*.*.*x',
  '.{0,99}.{0,99}.+x',
  'a{21}',
  'a{99,}',
  '(a|a)'.repeat(16) + 'x',
  '(a|aa|aaa)'.repeat(9) + 'x',
  '.*(.*|a)(.*|b)',
])('%j could take too long', (pattern) => {
  expect(compileWordPattern(pattern)).toBeUndefined()
})

test.each([
  ['加.*微', '加我的微', true],
  ['(?:加|私)我', '私我', true],
  ['[一-龥]{2}价', '内部价', true],
  ['\\d{3,}元', '199元', true],
  ['(ab){2}', 'abab', true],
  ['(ab){2}', 'ab', false],
  ['(a|b)?c', 'c', true],
  ['[(+*]x', '+x', true],
  ['\\p{Script=Han}+x', '好x', true],
  ['(?<=原)价', '原价', true],
  ['(?<n>a)\\k<n>', 'aa', true],
  ['a+?b', 'aab', true],
  ['V.P', 'vip', true],
  ['(?:加|私|联系).*(?:微|威|v)', '加我的v', true],
  [Array.from('一二三四五六七八九十', (word) => `${word}折.*价`).join('|'), '八折的价', true],
])('%j in %j: %s', (pattern, text, expected) => {
  expect(compileWordPattern(pattern)?.test(text)).toBe(expected)
})

test('a repetition reaches 20 characters far', () => {
  expect(PATTERN_REACH).toBe(20)
  expect(compileWordPattern('加.*微')?.test(`加${'啊'.repeat(20)}微`)).toBe(true)
  expect(compileWordPattern('加.*微')?.test(`加${'啊'.repeat(21)}微`)).toBe(false)
})
