import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsWord, gramsOf, queryGrams, snippet, splitByKeyword } from './search-text.ts'

// R75
test.each([
  ['多少钱一平', '少钱', '多[少钱]一平'],
  ['Abc abc', 'ABC', '[Abc] [abc]'],
  ['价格', ' 价格 ', '[价格]'],
  ['a.b+c', '.', 'a[.]b+c'],
  ['(a)\\[b]{c}-d', '\\[', '(a)[\\[]b]{c}-d'],
  ['你好', '再见', '你好'],
  ['你好', '', '你好'],
  ['', '你', ''],
])('in %j the keyword %j is marked as %j', (text, keyword, expected) => {
  const marked = splitByKeyword(text, keyword).map((part) => (part.isHit ? `[${part.text}]` : part.text))

  expect(marked.join('')).toBe(expected)
})

test('marking never changes the text, whatever is searched', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, keyword) => {
      expect(
        splitByKeyword(text, keyword)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test.each([
  ['全屋定制', '全 屋 定 制 全屋 屋定 定制'],
  ['ＡB，ab', 'a b ab'],
  ['好', '好'],
  ['138 0000', '1 3 8 13 38 0 00'],
  ['你好！在吗', '你 好 你好 在 吗 在吗'],
  ['😀…', ''],
  ['', ''],
])('%j is found by %s', (text, grams) => {
  expect(gramsOf(text).join(' ')).toBe(grams)
})

test.each([
  ['定制', '定制'],
  ['全屋定制', '全屋 屋定 定制'],
  ['好', '好'],
  ['VX', 'vx'],
  ['a 木作', 'a 木作'],
  ['，', ''],
])('%j asks for %s', (keyword, grams) => {
  expect(queryGrams(keyword).join(' ')).toBe(grams)
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom('木', '作', '全屋', '定制', 'a', 'B', 'Ｂ', '1', ' ', '，', '㎡', 'ﬁ', 'é', 'e\u0301', '😀'),
      {
        maxLength: 15,
      },
    )
    .map((list) => list.join('')),
)

test('whatever stands in a text has all its grams among those of the text', () => {
  fc.assert(
    fc.property(text, text, text, (before, keyword, after) => {
      const whole = `${before}${keyword}${after}`
      fc.pre(containsWord(whole, keyword))

      expect(gramsOf(whole)).toEqual(expect.arrayContaining(queryGrams(keyword)))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['全屋定制多少钱', '定制', true],
  ['ＶＩＰ 客户', 'vip', true],
  ['全屋 定制', '屋定', false],
  ['有 10% 优惠', '10%', true],
  ['任何', ' ', true],
])('%j holds %j: %s', (whole, keyword, expected) => {
  expect(containsWord(whole, keyword)).toBe(expected)
})

test.each([
  ['短句', '短', '短句'],
  ['一二三四五六七八九十一二三四五想问定制', '定制', '…六七八九十一二三四五想问定制'],
  ['ＡＢＣ\n 价格', '价格', 'ＡＢＣ 价格'],
  [`定制${'长'.repeat(60)}`, '定制', `定制${'长'.repeat(40)}…`],
  [`${'㎡'.repeat(20)}定制`, '定制', `…${'㎡'.repeat(12)}定制`],
  ['没有', '定制', '没有'],
])('around the hit in %j', (whole, keyword, expected) => {
  expect(snippet(whole, keyword)).toBe(expected)
})
