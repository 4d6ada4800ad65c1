import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SHORT_CODE_ALPHABET, shortCode } from './short-code.ts'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 40 })

test('a short code is 8 characters of its alphabet', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom(SHORT_CODE_ALPHABET, '01', 'abcdefg'), (random, alphabet) => {
      const code = shortCode(random, alphabet)

      expect(code).toHaveLength(8)
      expect(code.split('').every((character) => alphabet.includes(character))).toBe(true)
    }),
  )
})

test('the smallest and the largest bytes name the ends of the alphabet', () => {
  expect(shortCode(new Uint8Array(32))).toBe('00000000')
  expect(shortCode(new Uint8Array(32).fill(255))).toBe('zzzzzzzz')
})

test('bytes are read from a view in the middle of a buffer too', () => {
  const buffer = new Uint8Array(40).fill(255)
  buffer.fill(0, 8)

  expect(shortCode(buffer.subarray(8))).toBe('00000000')
})

test('too little randomness is refused rather than repeated', () => {
  expect(() => shortCode(new Uint8Array(31))).toThrow(RangeError)
  expect(() => shortCode(new Uint8Array(32), '')).toThrow(RangeError)
})
