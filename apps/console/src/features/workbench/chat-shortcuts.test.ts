import { expect, test } from 'vitest'
import { chatKeyOf, goesOn, type ChatKey } from './use-chat-shortcuts.ts'

const alone = { altKey: true, ctrlKey: false, metaKey: false }

test.each<[string, ChatKey, boolean]>([
  ['ArrowUp', 'previous', true],
  ['ArrowDown', 'next', true],
  ['KeyR', 'owner', false],
  ['KeyA', 'archive', false],
  ['KeyI', 'ai', false],
])('Alt with %s is %s, and goes on while it is held down: %s', (code, key, isGoingOn) => {
  expect(chatKeyOf({ code, ...alone })).toBe(key)
  expect(goesOn(key)).toBe(isGoingOn)
})

test('without Alt, with another key, or another letter it is nothing', () => {
  expect(chatKeyOf({ code: 'KeyA', ...alone, altKey: false })).toBeUndefined()
  expect(chatKeyOf({ code: 'KeyA', ...alone, ctrlKey: true })).toBeUndefined()
  expect(chatKeyOf({ code: 'KeyA', ...alone, metaKey: true })).toBeUndefined()
  expect(chatKeyOf({ code: 'KeyB', ...alone })).toBeUndefined()
})
