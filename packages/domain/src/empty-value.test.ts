import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmptyValue } from './empty-value.ts'

test.each([
  [null, true],
  [undefined, true],
  ['', true],
  [' \n\t\u3000', true],
  [[], true],
  [{}, true],
  [{ a: null, b: '', c: [], d: { e: ' ' } }, true],
  [0, false],
  [false, false],
  [Number.NaN, false],
  ['0', false],
  [[''], false],
  [[null], false],
  [{ a: 0 }, false],
  [{ a: { b: { c: 'x' } } }, false],
  [new Date(0), false],
  [new Map(), false],
  [() => undefined, false],
])('%j is empty: %s', (value, expected) => {
  expect(isEmptyValue(value)).toBe(expected)
})

const emptyLeaf = fc.constantFrom(null, undefined, '', '  ', [])

test('an object is empty exactly when each of its values is', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(emptyLeaf, fc.integer(), fc.string())), (object) => {
      expect(isEmptyValue(object)).toBe(Object.values(object).every(isEmptyValue))
    }),
  )
})

test('wrapping an empty value in objects keeps it empty', () => {
  fc.assert(
    fc.property(emptyLeaf, fc.array(fc.string(), { maxLength: 8 }), (leaf, keys) => {
      expect(isEmptyValue(keys.reduce<unknown>((inner, key) => ({ [key]: inner }), leaf))).toBe(true)
    }),
  )
})
