import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SHORT_CODE_ALPHABET, shortCode, uuidV7, withoutHyphens } from './unique-id.ts'

const random = fc.uint8Array({ minLength: 10, maxLength: 16 })
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('the example of RFC 9562 comes out as printed there', () => {
  const bytes = Uint8Array.of(0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f)

  expect(uuidV7(new Date(0x017f22e279b0), bytes)).toBe(withoutHyphens('017F22E2-79B0-7CC3-98C4-DC0C0C07398F'))
})

test('an id made in a later millisecond sorts later', () => {
  fc.assert(
    fc.property(time, time, random, random, (a, b, randomA, randomB) => {
      const [idA, idB] = [uuidV7(new Date(a), randomA), uuidV7(new Date(b), randomB)]

      expect(idA.slice(0, 12) < idB.slice(0, 12)).toBe(a < b)
      expect(a === b || idA < idB === a < b).toBe(true)
    }),
  )
})

// R117
test('every id is 32 hexadecimal characters of version 7, variant 2', () => {
  fc.assert(
    fc.property(time, random, (at, bytes) => {
      const id = uuidV7(new Date(at), bytes)

      expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
    }),
  )
})

test('the random bytes passed in are left as they were', () => {
  const bytes = new Uint8Array(10).fill(255)

  uuidV7(new Date(0), bytes)

  expect(bytes).toEqual(new Uint8Array(10).fill(255))
})

test.each([
  ['a time before 1970', new Date(-1), 10],
  ['no time', new Date(Number.NaN), 10],
  ['too little randomness', new Date(0), 9],
])('%s makes no id', (_what, now, length) => {
  expect(() => uuidV7(now, new Uint8Array(length))).toThrow(RangeError)
})

const bytes = fc.uint8Array({ minLength: 32, maxLength: 40 })

// R117
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
