import { expect, test } from 'vitest'
import { hrefOf, splitLinks } from './split-links.ts'

const links = (text: string) => splitLinks(text).flatMap((part) => (part.kind === 'link' ? [part.text] : []))

test.each([
  ['看这里https://a.example.com/x?y=1#z，谢谢', ['https://a.example.com/x?y=1#z']],
  ['（http://a.example.com/b）和 www.b.example.com。', ['http://a.example.com/b', 'www.b.example.com']],
  ['see https://a.example.com/b.', ['https://a.example.com/b']],
  ['https://a.example.com!!! https://b.example.com', ['https://a.example.com', 'https://b.example.com']],
  ['没有链接 a.b 1.2', []],
  ['http://localhost/x', []],
  ['javascript:alert(1)', []],
])('%s', (text, found) => {
  expect(links(text)).toEqual(found)
})

test.each(['看https://a.example.com/x，谢谢', 'www.a.example.com', '', '没有', 'http://'])(
  'nothing of “%s” is lost',
  (text) => {
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  },
)

test('an address without a protocol is opened safely, one of another kind not at all', () => {
  expect(hrefOf('www.a.example.com')).toBe('https://www.a.example.com/')
  expect(hrefOf('javascript:alert(1)')).toBeUndefined()
  expect(hrefOf('file:///etc/passwd')).toBeUndefined()
})
