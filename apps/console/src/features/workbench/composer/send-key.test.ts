import { expect, test } from 'vitest'
import { type SendKey, sends } from './send-key.ts'
import { readSendSetting } from './send-setting.ts'

const enter = {
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  repeat: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
}

test.each<[string, object, SendKey, boolean]>([
  ['Enter', {}, 'enter', true],
  ['Shift+Enter', { shiftKey: true }, 'enter', false],
  ['Ctrl+Enter', { ctrlKey: true }, 'enter', false],
  ['Enter with keys swapped', {}, 'modEnter', false],
  ['Ctrl+Enter with keys swapped', { ctrlKey: true }, 'modEnter', true],
  ['⌘+Enter with keys swapped', { metaKey: true }, 'modEnter', true],
  ['Ctrl+Shift+Enter with keys swapped', { ctrlKey: true, shiftKey: true }, 'modEnter', false],
  ['Enter of an input method', { isComposing: true }, 'enter', false],
  ['Enter of an input method that only says 229', { keyCode: 229 }, 'enter', false],
  ['another key', { key: 'a' }, 'enter', false],
])('%s', (_, part, sendKey, isSent) => {
  expect(sends({ ...enter, ...part }, sendKey)).toBe(isSent)
})

test('the setting is what was chosen, else Enter and reading at once', () => {
  const usual = { sendKey: 'enter', readAfterReply: false, suggests: true }
  expect(readSendSetting(null)).toEqual(usual)
  expect(readSendSetting('{')).toEqual(usual)
  expect(readSendSetting('{"sendKey":"x","readAfterReply":1}')).toEqual(usual)
  expect(readSendSetting('{"sendKey":"modEnter","readAfterReply":true,"suggests":false}')).toEqual({
    sendKey: 'modEnter',
    readAfterReply: true,
    suggests: false,
  })
})
