import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMOJI_SIZE_PX, splitEmoji } from './emoji-text.ts'

const codes = new Set(['[微笑R]', '[okR]'])

test.each([
  ['你好[微笑R]', ['你好', '<微笑R>']],
  ['[微笑R][okR]', ['<微笑R>', '<okR>']],
  ['[[微笑R]]', ['[', '<微笑R>', ']']],
  ['#装修[话题]#', ['#装修[话题]#']],
  ['[OKR]', ['[OKR]']],
  ['[微笑 R]', ['[微笑 R]']],
  ['a[b]c[okR]d[e', ['a[b]c', '<okR>', 'd[e']],
  ['', []],
])('%j is drawn as %j', (text, expected) => {
  const drawn = splitEmoji(text, codes).map((part) =>
    part.kind === 'emoji' ? part.code.replace('[', '<').replace(']', '>') : part.text,
  )

  expect(drawn).toEqual(expected)
})

test('copying drawn text gives the text back', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('[', ']', '微笑R', '[微笑R]', ' ', '好')), (pieces) => {
      const text = pieces.join('')

      const copied = splitEmoji(text, codes).map((part) => (part.kind === 'emoji' ? part.code : part.text))

      expect(copied.join('')).toBe(text)
    }),
  )
})

test('an emoji is a picture of 16 × 16', () => {
  expect(EMOJI_SIZE_PX).toBe(16)
})
