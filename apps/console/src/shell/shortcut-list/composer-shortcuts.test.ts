import { expect, test } from 'vitest'
import { sends, SEND_KEYS } from '../../features/workbench/index.ts'
import { composerKeys } from './composer-shortcuts.ts'
import { texts } from '../texts.ts'

const pressed = (keys: string[]) => ({
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  repeat: false,
  shiftKey: keys.includes('Shift'),
  ctrlKey: keys.includes('Mod'),
  metaKey: false,
  altKey: false,
})

test.each(SEND_KEYS)('with %s chosen, the list says what the keys really do', (sendKey) => {
  const sending = composerKeys(sendKey).filter(({ keys }) => sends(pressed(keys), sendKey))

  expect(sending.map(({ action }) => action)).toEqual([texts.keySend])
  expect(composerKeys(sendKey).map(({ action }) => action)).toEqual([texts.keySend, texts.keyNewLine])
})
