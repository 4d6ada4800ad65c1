import { expect, test } from 'vitest'
import { type Source, SOURCES } from '../sources.ts'
import { emojiGroups } from './emoji-picker.ts'
import { emojiTable, findEmoji } from './emoji-set.ts'

const ownArt = (source: Source) =>
  emojiTable(source)
    .map((emoji) => emoji.art)
    .filter((art) => art.startsWith('own:'))

test.each([
  ['redbook', { basic: 41, outdoor: 21, gesture: 16, people: 26, festival: 22, flower: 14, heart: 7, sign: 20 }],
  ['douyin', { basic: 40, face: 85, gesture: 13, thing: 28 }],
] as const)('%s has its groups in full and in order', (source, expected) => {
  const counts = emojiGroups(source).map(({ key }) => [key, emojiTable(source).filter((it) => it.group === key).length])

  expect(counts).toEqual(Object.entries(expected))
  expect(emojiTable(source)).toHaveLength(Object.values(expected).reduce((sum, count) => sum + count, 0))
})

test.each([
  ['redbook', ['基础', '露营骑行', '手势', '人物与社区', '节日与物', '花果', '心', '肤色与字']],
  ['douyin', ['基础', '表情', '手势', '物与节日']],
] as const)('%s names its groups', (source, labels) => {
  expect(emojiGroups(source).map((group) => group.label)).toEqual(labels)
})

test.each(SOURCES)('every row of %s is one code, one Unicode emoji and one picture', (source) => {
  for (const { code, unicode, art } of emojiTable(source)) {
    expect(code).toMatch(/^\[[^[\]\s]{1,16}\]$/)
    expect(unicode).toMatch(/^\p{RGI_Emoji}$/v)
    expect(art).toMatch(/^(own:)?[a-z\d]+(-[a-z\d]+)*$/)
  }
  expect(new Set(emojiTable(source).map(({ code }) => code)).size).toBe(emojiTable(source).length)
})

test('no code belongs to both sources', () => {
  expect(emojiTable('redbook').filter(({ code }) => findEmoji('douyin', code))).toEqual([])
})

test('46 pictures are our own drawings, six of them drawn for both sources', () => {
  const [redbook = [], douyin = []] = SOURCES.map(ownArt)

  expect(new Set([...redbook, ...douyin]).size).toBe(46)
  expect(redbook.filter((art) => douyin.includes(art))).toHaveLength(6)
})

// R74
test.each([
  ['redbook', '[微笑R]', true],
  ['redbook', '[okR]', true],
  ['redbook', '[OKR]', false],
  ['redbook', '[微笑]', false],
  ['redbook', '微笑R', false],
  ['douyin', '[OK]', true],
  ['douyin', '[ok]', false],
  ['douyin', '[微笑]', true],
  ['douyin', '[doge]', false],
] as const)('%s knows %s: %s', (source, code, expected) => {
  expect(findEmoji(source, code)?.code).toBe(expected ? code : undefined)
})
