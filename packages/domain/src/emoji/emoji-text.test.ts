import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { emojiTable } from './emoji-set.ts'
import { emojiPlainText, findTwin, splitEmoji, translateEmoji, withoutEmoji } from './emoji-text.ts'
import { EMOJI_SIZE_PX, PICKER_EMOJI_SIZE_PX } from './emoji.ts'

const pieces = fc
  .array(fc.constantFrom('[', ']', '微笑R', '[微笑R]', '[微笑]', '[doge]', ' ', '好', '138', '😀'))
  .map((them) => them.join(''))

// R74
test.each([
  ['redbook', '你好[微笑R]', ['你好', '<微笑R>']],
  ['redbook', '[微笑R][okR]', ['<微笑R>', '<okR>']],
  ['redbook', '[[微笑R]]', ['[', '<微笑R>', ']']],
  ['redbook', '#装修[话题]#', ['#装修[话题]#']],
  ['redbook', '[你好] [链接]', ['[你好] [链接]']],
  ['redbook', '[OKR]', ['[OKR]']],
  ['redbook', '[微笑 R]', ['[微笑 R]']],
  ['redbook', '[微笑]', ['[微笑]']],
  ['redbook', '[中浅肤色R]', ['<中浅肤色R>']],
  ['redbook', 'a[b]c[okR]d[e', ['a[b]c', '<okR>', 'd[e']],
  ['douyin', '[微笑][微笑R]', ['<微笑>', '[微笑R]']],
  ['douyin', '[不失礼貌的微笑]', ['<不失礼貌的微笑>']],
  ['douyin', '😀[666]', ['😀', '<666>']],
  ['douyin', '', []],
] as const)('%s draws %j as %j', (source, text, expected) => {
  const drawn = splitEmoji(source, text).map((part) =>
    part.kind === 'emoji' ? part.emoji.code.replace('[', '<').replace(']', '>') : part.text,
  )

  expect(drawn).toEqual(expected)
})

test('copying drawn text gives the text back, and every part knows where it stood', () => {
  fc.assert(
    fc.property(fc.constantFrom('redbook', 'douyin'), pieces, (source, text) => {
      const copied = splitEmoji(source, text).map((part) => ({
        text: part.kind === 'emoji' ? part.emoji.code : part.text,
        start: part.start,
      }))

      expect(copied.map((part) => part.text).join('')).toBe(text)
      for (const part of copied) expect(text.startsWith(part.text, part.start)).toBe(true)
    }),
  )
})

test.each([
  ['redbook', '谢谢[微笑R][你好]', '谢谢🙂[你好]'],
  ['redbook', '[叹气R][耶R]', '😮‍💨✌️'],
  ['redbook', '[[抠鼻R]]', '[😤]'],
  ['douyin', '[来看我][微笑R]', '👇[微笑R]'],
] as const)('%s writes %j as %j where there are no pictures', (source, text, expected) => {
  expect(emojiPlainText(source, text)).toBe(expected)
})

test('a code between digits hides no number', () => {
  expect(withoutEmoji('redbook', '电话138[爱心R]0000[doge]1234').text).toBe('电话13800001234')
  expect(withoutEmoji('douyin', '138[爱心R]0000').text).toBe('138[爱心R]0000')
})

test('what is left without codes still knows where it stood', () => {
  fc.assert(
    fc.property(pieces, (original) => {
      const { text, positions } = withoutEmoji('redbook', original)

      expect(positions).toHaveLength(text.length + 1)
      expect(positions.at(-1)).toBe(original.length)
      expect(positions.toSorted((a, b) => a - b)).toEqual(positions)
      for (let index = 0; index < text.length; index += 1) expect(original[positions[index] ?? -1]).toBe(text[index])
    }),
  )
})

// R74
test('an emoji is 16 × 16 in text and 24 × 24 in the picker', () => {
  expect([EMOJI_SIZE_PX, PICKER_EMOJI_SIZE_PX]).toEqual([16, 24])
})

test.each([
  ['[微笑R]', '[微笑]'],
  ['[okR]', '[OK]'],
  ['[色色R]', '[色]'],
  ['[抠鼻R]', '[抠鼻]'],
  ['[抱拳R]', '[抱拳]'],
  ['[合十R]', '[感谢]'],
  ['[福R]', '[福]'],
  ['[红包R]', '[红包]'],
  ['[加一R]', '[加一]'],
  ['[赞R]', '[赞]'],
])('%s and %s are twins, both ways', (redbook, douyin) => {
  expect(translateEmoji('redbook', 'douyin', redbook)).toBe(douyin)
  expect(translateEmoji('douyin', 'redbook', douyin)).toBe(redbook)
})

test.each([
  ['redbook', 'douyin', '[爱心R]', '💗'],
  ['redbook', 'douyin', '[拳头R]', '✊'],
  ['redbook', 'douyin', '[陆冲板R]', '🛹'],
  ['redbook', 'douyin', '[萌萌哒R]', '🥰'],
  ['douyin', 'redbook', '[强]', '👍'],
  ['douyin', 'redbook', '[吃瓜群众]', '🍉'],
  ['douyin', 'redbook', '[V5]', '💪'],
] as const)('from %s to %s, %s has no exact twin and becomes %s', (from, to, code, expected) => {
  expect(translateEmoji(from, to, code)).toBe(expected)
})

test('words, foreign brackets and codes of the target stay as they are', () => {
  const text = '在吗[微笑R] [你好][玫瑰][[石化R]]'

  expect(translateEmoji('redbook', 'douyin', text)).toBe('在吗[微笑] [你好][玫瑰][[石化]]')
  expect(translateEmoji('redbook', 'redbook', text)).toBe(text)
})

test.each([
  ['redbook', 'douyin'],
  ['douyin', 'redbook'],
] as const)('from %s to %s, a twin of a twin is the emoji itself', (from, to) => {
  const twins = emojiTable(from).map((emoji) => ({ emoji, twin: findTwin(emoji, to) }))

  const back = twins.map(({ twin }) => twin && findTwin(twin, from))

  expect(back).toEqual(twins.map(({ emoji, twin }) => twin && emoji))
})
