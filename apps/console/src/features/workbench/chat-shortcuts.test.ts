import { expect, test } from 'vitest'
import { CHAT_KEYS, chatShortcutOf, chatShortcuts, repeatsWhileHeld, type ChatShortcut } from './chat-keys.ts'

const alone = { altKey: true, ctrlKey: false, metaKey: false }

test.each<[string, ChatShortcut, boolean]>([
  ['ArrowUp', 'previous', true],
  ['ArrowDown', 'next', true],
  ['KeyR', 'owner', false],
  ['KeyK', 'markUnread', false],
  ['KeyO', 'schedule', false],
  ['KeyA', 'archive', false],
  ['KeyI', 'ai', false],
])('Alt with %s is %s, and goes on while it is held down: %s', (code, key, isGoingOn) => {
  expect(chatShortcutOf({ code, ...alone })).toBe(key)
  expect(repeatsWhileHeld(key)).toBe(isGoingOn)
})

test('without Alt, with another key, or another letter it is nothing', () => {
  expect(chatShortcutOf({ code: 'KeyA', ...alone, altKey: false })).toBeUndefined()
  expect(chatShortcutOf({ code: 'KeyA', ...alone, ctrlKey: true })).toBeUndefined()
  expect(chatShortcutOf({ code: 'KeyA', ...alone, metaKey: true })).toBeUndefined()
  expect(chatShortcutOf({ code: 'KeyB', ...alone })).toBeUndefined()
})

test('every action has its own key, and the list names them all', () => {
  for (const part of ['code', 'key', 'name', 'action'] as const)
    expect(new Set(CHAT_KEYS.map((it) => it[part])).size).toBe(CHAT_KEYS.length)
  expect(chatShortcuts.map(({ action }) => action)).toEqual(CHAT_KEYS.map(({ action }) => action))
})
