import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsOf, instantOf, listOf, numberOf, omitUndefined, textOf } from './fields.ts'
import { parseJson } from './json.ts'

test('integers beyond the safe range stay exact', () => {
  const text =
    '{"ad_id":7430000000000090011,"safe":9007199254740991,"negative":-9007199254740993,"half":0.5,"big":1e300}'

  expect(parseJson(text)).toEqual({
    ad_id: '7430000000000090011',
    safe: 9_007_199_254_740_991,
    negative: '-9007199254740993',
    half: 0.5,
    big: 1e300,
  })
})

test('what is not JSON is nothing, however deep it goes', () => {
  expect(parseJson('{"a":')).toBeUndefined()
  expect(parseJson('')).toBeUndefined()
  expect(() => parseJson('['.repeat(200_000) + ']'.repeat(200_000))).not.toThrow()
})

const isSmall = (text: string) => !/\d{16}/.test(text)

test('any JSON is read as JSON.parse reads it, unless it holds large integers', () => {
  fc.assert(
    fc.property(fc.json().filter(isSmall), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test.each([
  [{ a: 1 }, { a: 1 }],
  ['{"a":1}', { a: 1 }],
  ['[1]', {}],
  ['coo', {}],
  [[{ a: 1 }], {}],
  [null, {}],
  [undefined, {}],
])('the fields of %j are %j', (value, expected) => {
  expect(fieldsOf(value)).toEqual(expected)
})

test.each([
  ['x', 'x'],
  ['', undefined],
  [0, '0'],
  [null, undefined],
  [{}, undefined],
])('the text of %j is %j', (value, expected) => {
  expect(textOf(value)).toBe(expected)
})

test.each([
  [7, 7],
  ['7', 7],
  ['-1', -1],
  ['', undefined],
  [' ', undefined],
  ['seven', undefined],
  [Number.NaN, undefined],
  [null, undefined],
])('the number of %j is %j', (value, expected) => {
  expect(numberOf(value)).toBe(expected)
})

test.each([
  [1_794_704_321, '2026-11-15T00:58:41.000Z'],
  [1_794_704_321_456, '2026-11-15T00:58:41.456Z'],
  ['1794704321456', '2026-11-15T00:58:41.456Z'],
  [0, undefined],
  [-5, undefined],
  [1e300, undefined],
  ['soon', undefined],
])('the moment of %j is %s', (value, expected) => {
  expect(instantOf(value)?.toISOString()).toBe(expected)
})

test('lists and missing fields', () => {
  expect(listOf([1])).toEqual([1])
  expect(listOf('[1,2]')).toEqual([1, 2])
  expect(listOf('no')).toEqual([])
  expect(Object.keys(omitUndefined({ a: undefined, b: null, c: 0 }))).toEqual(['b', 'c'])
})
