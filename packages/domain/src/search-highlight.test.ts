import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByKeyword } from './search-highlight.ts'

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
