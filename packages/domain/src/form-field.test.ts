import { expect, test } from 'vitest'
import { countCharacters, isEmptyValue, isTelephone, isTooLong, lengthCounter, requiredText } from './form-field.ts'

// R109
test.each([
  ['企业名称', undefined, '请输入企业名称'],
  ['手机号', 'input', '请输入手机号'],
  ['行业', 'select', '请选择行业'],
] as const)('a missing %s (%s) reads %s', (label, kind, expected) => {
  expect(requiredText(label, kind)).toBe(expected)
})

// R110
test.each([
  [null, true],
  [undefined, true],
  ['', true],
  [' \n　\u200b', true],
  [[], true],
  [{}, true],
  [{ from: '', to: null, in: [], at: { day: ' ' } }, true],
  ['0', false],
  [0, false],
  [false, false],
  [[''], false],
  [{ from: '', to: '甲' }, false],
])('%j is an empty value: %s', (value, expected) => {
  expect(isEmptyValue(value)).toBe(expected)
})

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

test.each([
  ['13800005678', true],
  ['19912345678', true],
  ['12800005678', false],
  ['23800005678', false],
  ['1380000567', false],
  ['138000056789', false],
  ['+8613800005678', false],
  ['138 0000 5678', false],
  ['１３８００００５６７８', false],
  ['', false],
])('%j is a telephone number: %s', (value, expected) => {
  expect(isTelephone(value)).toBe(expected)
})
