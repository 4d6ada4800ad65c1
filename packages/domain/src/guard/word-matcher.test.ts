import { expect, test } from 'vitest'
import { check, ownWord, ownWords } from './testing/outbound.ts'
import { createWordMatcher } from './word-matcher.ts'
import { BUILTIN_WORDS } from './builtin-words.ts'

const hitsOf = (text: string, ...rows: Parameters<typeof ownWords>) =>
  check(text, { words: ownWords(...rows), settings: { contactLevel: 'off' } }).hits.map(({ word }) => word)

test.each([
  ['内部价'],
  ['这是内部价哦', '内部价'],
  ['内 部 价'],
  ['内.部.价'],
  ['内·部—价'],
  ['内😀部👍🏻价'],
  ['内[微笑R]部[doge]价'],
  ['内\u200b部\u200b价'],
  ['内*部_价'],
])('the word is found in %j', (text, word = text) => {
  expect(hitsOf(text, ownWord('内部价'))).toEqual([word])
})

test.each(['内部，价格', '内部。价', '内部的价', '内部'])('the word is not found in %j', (text) => {
  expect(hitsOf(text, ownWord('内部价'))).toEqual([])
})

test.each([
  ['VIP价', 'vip价'],
  ['ＶＩＰ价', 'vip价'],
  ['vIp 价', 'VIP价'],
  ['Éclat', 'éclat'],
])('%j is found by the word %j: case and width do not matter', (text, word) => {
  expect(hitsOf(text, ownWord(word))).toEqual([text])
})

test('a word made of signs is found where they stand', () => {
  expect(hitsOf('好的🔞哦', ownWord('🔞'))).toEqual(['🔞'])
  expect(hitsOf('好的***', ownWord('***'))).toEqual(['***'])
})

test('an own word counts inside other words, a shipped one does not', () => {
  expect(hitsOf('laptop15', ownWord('top1'))).toEqual(['top1'])
  expect(hitsOf('销量TOP15')).toEqual([])
  expect(hitsOf('销量TOP1！')).toEqual(['销量TOP1'])
})

test('a word of another source or one switched off is not searched', () => {
  expect(hitsOf('内部价', ownWord('内部价', { source: 'douyin' }))).toEqual([])
  expect(hitsOf('内部价', ownWord('内部价', { isEnabled: false }))).toEqual([])
  expect(hitsOf('内部价', ownWord('内部价', { source: 'redbook' }))).toEqual(['内部价'])
})

test('of overlapping words the most severe counts, then the longest', () => {
  const warn = ownWord('内部价格', { level: 'warn' })

  expect(check('内部价格', { words: ownWords(warn, ownWord('内部')) }).hits).toMatchObject([{ word: '内部' }])
  expect(check('内部价格', { words: ownWords(warn, ownWord('内部', { level: 'warn' })) }).hits).toMatchObject([
    { word: '内部价格' },
  ])
})

test('a pattern is searched in the folded text and marked in the original', () => {
  expect(hitsOf('原价１９９，现价', ownWord('原价\\d+', { match: 'regex' }))).toEqual(['原价１９９'])
  expect(hitsOf('ABC', ownWord('a.c', { match: 'regex' }))).toEqual(['ABC'])
  expect(hitsOf('原[微笑R]价9', ownWord('原价\\d', { match: 'regex' }))).toEqual(['原[微笑R]价9'])
})

test('a pattern that finds nothing at all, or is wrong, hits nothing', () => {
  expect(hitsOf('好的', ownWord('x*', { match: 'regex' }), ownWord('(', { match: 'regex' }))).toEqual([])
})

test('five categories are shipped, only 引流 blocks', () => {
  const levels = Map.groupBy(BUILTIN_WORDS, ({ category }) => category)

  expect([...levels.keys()]).toEqual(['absolute', 'medical', 'financial', 'diversion', 'abuse'])
  for (const [category, rows] of levels) {
    expect(rows.length).toBeGreaterThanOrEqual(40)
    expect(new Set(rows.map(({ level }) => level))).toEqual(new Set([category === 'diversion' ? 'block' : 'warn']))
  }
})

test('every shipped word is found and can be switched off', () => {
  const words = BUILTIN_WORDS.map(({ word }) => word)
  const none = createWordMatcher({ source: 'redbook', disabledBuiltins: new Set(words) })

  expect(new Set(words).size).toBe(words.length)
  for (const row of BUILTIN_WORDS) {
    expect(check(row.word).hits.map(({ word }) => word)).not.toEqual([])
    expect(check(row.word, { words: none, settings: { contactLevel: 'off' } }).hits).toEqual([])
  }
})

test.each([
  '最先进场的是水电工',
  '牙根治疗',
  '宣传销售',
  '参加好友拼团',
  '最高级别',
  '妈妈逼我来',
  '买粉底液',
  '这套现在有货',
])('%j holds no shipped word', (text) => {
  expect(check(text).hits).toEqual([])
})
