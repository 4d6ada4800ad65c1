import { expect, test } from 'vitest'
import { pickerGroups, RECENT_EMOJI_COUNT, recentEmoji, withRecentEmoji } from './emoji-picker.ts'
import { emojiTable } from './emoji-set.ts'

// R74
test.each([
  ['redbook', 41, 106],
  ['douyin', 40, 126],
] as const)('the picker of %s offers %i basic and %i themed emoji', (source, basic, themed) => {
  const [first, ...rest] = pickerGroups(source)

  expect(first).toMatchObject({ key: 'basic', label: '基础' })
  expect(first?.emoji).toHaveLength(basic)
  expect(rest.flatMap((group) => group.emoji)).toHaveLength(themed)
})

test('skin tones and characters of redbook are drawn but not offered', () => {
  const offered = new Set(pickerGroups('redbook').flatMap((group) => group.emoji))

  const others = emojiTable('redbook').filter((emoji) => !offered.has(emoji))

  expect(others.map((emoji) => emoji.group)).toEqual(Array.from({ length: 20 }, () => 'sign'))
})

test('the emoji used last come first, each once, sixteen at most', () => {
  const used = emojiTable('douyin')
    .slice(0, RECENT_EMOJI_COUNT + 1)
    .map((emoji) => emoji.code)
  const recent = used.reduce<string[]>(withRecentEmoji, [])

  expect(RECENT_EMOJI_COUNT).toBe(16)
  expect(recent).toEqual(used.slice(1).toReversed())
  expect(withRecentEmoji(recent, '[色]')).toEqual(['[色]', ...recent.slice(0, -1)])
  expect(withRecentEmoji(recent, '[发呆]').slice(0, 2)).toEqual(['[发呆]', recent[0]])
})

test('remembered codes that the source does not know are forgotten', () => {
  expect(recentEmoji('redbook', ['[微笑]', '[微笑R]', '好', '[okR]']).map((emoji) => emoji.code)).toEqual([
    '[微笑R]',
    '[okR]',
  ])
})

test('no more than sixteen are shown, whatever was remembered', () => {
  const all = emojiTable('redbook').map((emoji) => emoji.code)

  expect(recentEmoji('redbook', all)).toHaveLength(RECENT_EMOJI_COUNT)
})
