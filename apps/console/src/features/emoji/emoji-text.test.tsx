import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmojiText } from './emoji.tsx'

const draw = (text: string) => renderToStaticMarkup(<EmojiText source="redbook" text={text} />)

test('a code of the source is a picture of 16 × 16 that says its code', () => {
  const html = draw('你好[微笑R]')

  expect(html).toMatch(/^你好<span/)
  expect(html).toMatch(/<use href="[^"]+#slightly-smiling-face"/)
  expect(html).toMatch(/<img [^>]*alt="\[微笑R\]" title="\[微笑R\]" width="16" height="16"/)
})

test('our own drawings come from the same sprite', () => {
  expect(draw('[抠鼻R]')).toMatch(/<use href="[^"]+#own:nose-pick"/)
})

test('other brackets stay text, and no text becomes markup', () => {
  expect(draw('[微笑] [你好] <b>')).toBe('[微笑] [你好] &lt;b&gt;')
})
