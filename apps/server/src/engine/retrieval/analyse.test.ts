import { describe, expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { questionKey } from './index.ts'
import { wordSimilarity } from './word-similarity.ts'
import { correctHomophones } from './homophones.ts'
import { normalText } from './normalise.ts'
import { phoneticKey } from './pinyin.ts'
import { areSiblings, meaningSimilarity, meaningNamed, meaningsOf, meaningSequence } from './thesaurus.ts'
import { ASKS } from './thesaurus/asks.ts'
import { BEAUTY } from './thesaurus/beauty.ts'
import { COMPOUNDS } from './thesaurus/compounds.ts'
import { EDUCATION } from './thesaurus/education.ts'
import { EVERYDAY } from './thesaurus/everyday.ts'
import { FAMILIES, NEIGHBOURS } from './thesaurus/families.ts'
import { HOME } from './thesaurus/home.ts'
import { LOCAL } from './thesaurus/local.ts'
import { SERVICES } from './thesaurus/services.ts'
import { SITUATIONS } from './thesaurus/situations.ts'
import { SPOKEN } from './thesaurus/spoken.ts'
import { TRADE } from './thesaurus/trade.ts'

const namesIn = (text: string) => analyse(text).tokens.flatMap(({ meanings }) => meanings.map(({ name }) => name))
const namesOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.replace(/^[\d.]+ /, '').split(' ')[0] ?? '')
const meaning = (word: string) => {
  const [first] = meaningsOf(word)
  if (!first) throw new Error(`${word} has no meaning`)
  return first
}

describe('texts that are the same are written the same', () => {
  test.each([
    ['ＳＰＦ５０＋！', 'spf50'],
    ['雙眼皮手術多少錢', '双眼皮手术多少钱'],
    ['保质期三年', '保质期3年'],
    ['十二个人，一百二十八元', '12人 128元'],
    ['晚上九点半，早一点', '晚上9点半 早一点'],
    ['怎么挂你们的号，报了名', '怎么挂号 报名'],
    ['大概3w，首付5k', '大概3万 首付5千'],
    ['呢个几多钱，有冇小样', '呢个多少钱 有没有小样'],
    ['五金和三亚，一起', '五金和三亚 一起'],
    ['要几百块吗', '要几百块吗'],
    ['可以[微笑]🙂吗', '可以 吗'],
    ['9.9 元', '9点9 元'],
  ])('%s is %s', (text, normal) => {
    expect(normalText(text)).toBe(normal)
  })

  test.each([
    ['您好，请问可以退款吗？', '可以退款吗'],
    ['能不能退款', '能退款'],
    ['可以退款吗😊', '可以退款吗'],
  ])('%s is asked as %s', (text, normal) => {
    expect(questionKey(text)).toBe(normal)
  })
})

test.each(['怎么收费', '多少钱', '啥价位', '贵不贵', '报个价', '费用'])('%s asks for the price', (text) => {
  expect(namesIn(text)).toContain('价格')
})

test.each([
  ['要多少米', ['价格']],
  ['全脸打一次多少呢', ['面部', '价格']],
  ['6个人', ['人数']],
  ['晚上九点半', ['晚上', '几点']],
  ['退课', ['退款', '课程']],
  ['英语用哪本书', ['英语', '涂', '教材']],
])('%s says %j', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})

test('segmentation leaves the fewest characters outside known words, and words know their clause', () => {
  const tokens = analyse('我手头紧，做一次多少钱').tokens.map(({ word, clause }) => [word, clause])

  expect(tokens).toEqual([
    ['手头紧', 0],
    ['1', 1],
    ['次', 1],
    ['多少钱', 1],
  ])
})

test('polite phrases and stop words are no part of a question', () => {
  expect(analyse('你好亲，我想问一下你们的衣柜呢').tokens.map(({ word }) => word)).toEqual(['衣柜'])
})

test('a name that no dictionary has stays one word', () => {
  expect(analyse('铂芙萃多少钱').tokens.map(({ word }) => word)).toEqual(['铂芙萃', '多少钱'])
})

test.each([
  ['热马吉疼不疼', '热玛吉疼不疼'],
  ['甲荃超标吗', '甲醛超标吗'],
  ['衣柜多少前', '衣柜多少钱'],
  ['衣柜多少钱', '衣柜多少钱'],
  ['量房后多久出图', '量房后多久出图'],
  ['有没有驻唱', '有没有驻唱'],
])('%s is spelt %s', (typed, right) => {
  expect(correctHomophones(typed)).toBe(right)
})

test.each([
  ['地址', 'de zi'],
  ['热玛吉', 're ma ji'],
  ['双眼皮', 'suan yan pi'],
  ['spf', 's p f'],
])('%s sounds like %s', (word, sound) => {
  expect(phoneticKey(word)).toBe(sound)
})

test('an entry about a kind matches a question about a member, an entry about another member does not', () => {
  expect(meaningSimilarity(meaning('狗'), meaning('宠物'))).toBe(0.8)
  expect(areSiblings(meaning('衣柜'), meaning('橱柜'))).toBe(true)
  expect(areSiblings(meaning('衣柜'), meaning('衣橱'))).toBe(false)
})

test.each([
  ['价钱', '费用', 0.95],
  ['价钱', '价钱', 1],
  ['面霜', '面膜', 0],
  ['铂芙萃', '铂芙翠', 0.9],
  ['胡桃木', '胡桃', 0.8],
])('%s and %s are alike by %d', (a, b, is) => {
  const [one] = analyse(a).tokens
  const [other] = analyse(b).tokens

  expect(one && other && wordSimilarity(one, other)).toBe(is)
})

test('what a compound says is known, and so are situations and what is spoken', () => {
  const compounds = COMPOUNDS.trim()
    .split('\n')
    .map((line) => line.split(' '))
  const named = new Set([TRADE, EVERYDAY, BEAUTY, HOME, EDUCATION, LOCAL, SERVICES, ASKS].flatMap(namesOf))

  expect(compounds.filter(([word = '', ...names]) => meaningSequence(word).length !== names.length)).toEqual([])
  expect([SPOKEN, SITUATIONS].flatMap(namesOf).filter((name) => !named.has(name))).toEqual([])
})

test('relations are between meanings that exist, and neighbours are listed once', () => {
  const neighbours = NEIGHBOURS.trim()
    .split('\n')
    .map((line) => line.split(' '))
  const members = new Set(
    FAMILIES.trim()
      .split('\n')
      .flatMap((line) => line.split(' > ')[1]?.split(' ') ?? []),
  )
  const isKnown = (name: string) => meaningNamed(name) !== undefined || members.has(name)
  const pairs = neighbours.map(([a = '', b = '']) => [a, b].toSorted().join(' '))

  expect(neighbours.flatMap(([a = '', b = '']) => [a, b]).filter((name) => !isKnown(name))).toEqual([])
  expect(pairs.filter((each, index) => pairs.indexOf(each) !== index)).toEqual([])
})
