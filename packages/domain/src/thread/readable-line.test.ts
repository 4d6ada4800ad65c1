import { expect, test } from 'vitest'
import { isReadable } from './readable-line.ts'

// R70
test.each([
  [{ type: 'text' }, true],
  [{ type: 'recalled' }, true],
  [{ type: 'custom.image' }, true],
  [{ type: 'text', unreadable: false }, true],
  [{ type: 'text', unreadable: null }, true],
  [{ type: 'text', unreadable: true }, false],
  [{ type: 'topic.join', unreadable: true }, false],
  [{ type: 'recall' }, false],
  [{ type: '' }, false],
])('%j is readable: %s', (content, expected) => {
  expect(isReadable(content)).toBe(expected)
})
