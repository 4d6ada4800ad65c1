import { describe, expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { sameQuestion } from './index.ts'
import { likeness } from './likeness.ts'
import { spelt } from './misspelt.ts'
import { normalText } from './normalise.ts'
import { soundOf } from './pinyin.ts'
import { areSiblings, likenessOf, meaningNames, meaningsOf } from './thesaurus.ts'
import { FAMILIES, NEIGHBOURS } from './thesaurus/families.ts'

const namesIn = (text: string) => analyse(text).units.flatMap(({ meanings }) => meanings.map(({ name }) => name))
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
    ['十二个人，一百二十八元', '12个人 128元'],
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
    expect(sameQuestion(text)).toBe(normal)
  })
})

test.each(['怎么收费', '多少钱', '啥价位', '贵不贵', '报个价', '费用'])('%s asks for the price', (text) => {
  expect(namesIn(text)).toContain('价格')
})

test('politeness and common words are no part of a question', () => {
  expect(analyse('你好亲，我想问一下你们的衣柜呢').units.map(({ word }) => word)).toEqual(['衣柜'])
})

test('a name that no dictionary has stays one word', () => {
  expect(analyse('铂芙萃多少钱').units.map(({ word }) => word)).toEqual(['铂芙萃', '多少钱'])
})

test.each([
  ['热马吉疼不疼', '热玛吉疼不疼'],
  ['甲荃超标吗', '甲醛超标吗'],
  ['衣柜多少前', '衣柜多少钱'],
  ['衣柜多少钱', '衣柜多少钱'],
  ['量房后多久出图', '量房后多久出图'],
])('%s is spelt %s', (typed, right) => {
  expect(spelt(typed)).toBe(right)
})

test.each([
  ['地址', 'de zi'],
  ['热玛吉', 're ma ji'],
  ['双眼皮', 'suan yan pi'],
  ['spf', 's p f'],
])('%s sounds like %s', (word, sound) => {
  expect(soundOf(word)).toBe(sound)
})

test('a kind helps who asks for a member of it, another member does not', () => {
  expect(likenessOf(meaning('狗'), meaning('宠物'))).toBe(0.8)
  expect(areSiblings(meaning('衣柜'), meaning('橱柜'))).toBe(true)
  expect(areSiblings(meaning('衣柜'), meaning('衣橱'))).toBe(false)
})

test.each([
  ['价钱', '费用', 1],
  ['面霜', '面膜', 0],
  ['铂芙萃', '铂芙翠', 0.9],
  ['胡桃木', '胡桃', 0.8],
])('%s and %s are alike by %d', (a, b, is) => {
  const [one] = analyse(a).units
  const [other] = analyse(b).units

  expect(one && other && likeness(one, other)).toBe(is)
})

test('relations are between meanings that exist, and neighbours are told once', () => {
  const neighbours = NEIGHBOURS.trim()
    .split('\n')
    .map((line) => line.split(' '))
  const members = FAMILIES.trim()
    .split('\n')
    .flatMap((line) => line.split(' > ')[1]?.split(' ') ?? [])
  const known = new Set([...meaningNames(), ...members])
  const pairs = neighbours.map(([a = '', b = '']) => [a, b].toSorted().join(' '))

  expect(neighbours.flatMap(([a = '', b = '']) => [a, b]).filter((name) => !known.has(name))).toEqual([])
  expect(pairs.filter((each, index) => pairs.indexOf(each) !== index)).toEqual([])
})
