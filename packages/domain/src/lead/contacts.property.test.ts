import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findContacts, hasMaskedPhone } from './find-contacts.ts'
import { maskContacts } from './mask-contacts.ts'
import { normaliseContact } from './normalise-contact.ts'

const pieces = [
  '1',
  '3',
  '8',
  '0',
  '０',
  '一',
  '两',
  '①',
  '❶',
  '1️⃣',
  '⑴',
  '🔟',
  '13800001234',
  '010-12345678',
  '86',
  '+',
  ' ',
  '.',
  '-',
  '，',
  '、',
  '(',
  '】',
  '😀',
  '❤️',
  '[爱心R]',
  '[',
  ']',
  '\u200b',
  '\n',
  '*',
  '\ud83d',
  '\udc4d',
  '微',
  '信',
  '薇',
  'v',
  'X',
  'wx',
  '加',
  '我',
  '卫星',
  'nora_2019',
  'nicole',
  '@',
  '订单',
  '¥',
  'ﷺ',
  'é',
  '好',
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((list) => list.join('')),
)

test('the normalised copy leads back to the original, in order', () => {
  fc.assert(
    fc.property(text, (original) => {
      const copy = normaliseContact(original, { source: 'redbook' })

      expect(copy.starts).toHaveLength(copy.text.length)
      expect(copy.ends).toHaveLength(copy.text.length)
      for (let unit = 0; unit < copy.text.length; unit += 1) {
        const start = copy.starts[unit] ?? -1
        const end = copy.ends[unit] ?? -1
        expect(start).toBeGreaterThanOrEqual(copy.starts[unit - 1] ?? 0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(original.length)
      }
    }),
  )
})

/** Letters and digits without the separators between them. */
const bare = (written: string) => written.replace(/[^\w]/g, '')

test('a contact is what its place in the original normalises to', () => {
  fc.assert(
    fc.property(text, (original) => {
      for (const { value, start, end } of findContacts(original, { source: 'redbook' })) {
        const written = bare(normaliseContact(original.slice(start, end), { source: 'redbook' }).text)

        // A mobile may stand after its country code.
        expect([bare(value), `86${value}`]).toContain(written)
      }
    }),
    { numRuns: 1000 },
  )
})

test('no text makes extraction fail', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(typeof hasMaskedPhone(original)).toBe('boolean')
      expect(typeof maskContacts(original, 'contacts', { source: 'redbook' })).toBe('string')
    }),
    { numRuns: 1000 },
  )
})

const words = fc
  .array(fc.constantFrom('您好', '，', '谢谢', '😀', '[爱心R]', '[', '\n', '微信', '电话', '。'), {
    maxLength: 10,
  })
  .map((list) => list.join(''))

test('masking hides the number and leaves the rest of the text alone', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      expect(maskContacts(`${before}13800005678${after}`, 'contacts', { source: 'redbook' })).toBe(
        `${before}138****5678${after}`,
      )
    }),
  )
})

const separators = fc.constantFrom('', ' ', '  ', '.', '-', '，', '、', '·', '😀', '[微笑R]', '\u200b')
const mobile = fc.tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 0, max: 999_999_999 }))
const writings = ['0123456789', '０１２３４５６７８９', '零一二三四五六七八九', '⓪①②③④⑤⑥⑦⑧⑨'].map((row) =>
  Array.from(row),
)

test('a mobile is found however its digits are written and parted', () => {
  fc.assert(
    fc.property(
      mobile,
      fc.array(fc.tuple(fc.constantFrom(...writings), separators), { minLength: 11, maxLength: 11 }),
      ([second, rest], ways) => {
        const digits = `1${second}${String(rest).padStart(9, '0')}`
        const written = ways
          .map(([row, separator], index) => `${row[Number(digits[index])] ?? ''}${separator}`)
          .join('')

        const [contact] = findContacts(`您好：${written}。`, { source: 'redbook' })

        expect(contact).toMatchObject({ kind: 'phone', value: digits, state: 'VALID', start: 3 })
      },
    ),
  )
})
