import { expect, test } from 'vitest'
import { emojiTable } from './emoji-set.ts'
import { findTwin, translateEmoji } from './translate-emoji.ts'

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
