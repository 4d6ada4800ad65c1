import { expect, test } from 'vitest'
import { inFours, readSecondCode } from './two-step.ts'

test.each([
  ['123456', { kind: 'totp', code: '123456' }],
  [' 123 456 ', { kind: 'totp', code: '123456' }],
  ['１２３４５６', { kind: 'totp', code: '123456' }],
  ['abcd-efgh-2345-mnop', { kind: 'recovery', code: 'ABCDEFGH2345MNOP' }],
  ['ABCD EFGH 2345 MNOP', { kind: 'recovery', code: 'ABCDEFGH2345MNOP' }],
  ['12345', undefined],
  ['1234567', undefined],
  ['ABCDEFGH1890MNOP', undefined],
  ['', undefined],
])('%j is read as %j', (typed, expected) => {
  expect(readSecondCode(typed)).toEqual(expected)
})

test('a secret is shown in groups of four', () => {
  expect(inFours('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(inFours('')).toBe('')
})
