import { pickerGroups } from '@ruwu/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmojiGrid } from './emoji-grid.tsx'

const emoji = pickerGroups('redbook')[0]?.emoji ?? []
const html = renderToStaticMarkup(<EmojiGrid emoji={emoji} onPick={() => undefined} />)
const found = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1])

test('every emoji to choose is a picture of 24 × 24 named by its code', () => {
  const codes = emoji.map(({ code }) => code)

  expect(found(/<button[^>]* aria-label="([^"]+)"/g)).toEqual(codes)
  expect(found(/<svg[^>]* width="24" height="24" [^>]*><use href="[^"]+#([^"]+)"/g)).toEqual(
    emoji.map(({ art }) => art),
  )
})

test('only one of them is a stop of the Tab key', () => {
  expect(found(/<button[^>]* tabindex="(-?\d)"/gi).filter((stop) => stop === '0')).toHaveLength(1)
})
