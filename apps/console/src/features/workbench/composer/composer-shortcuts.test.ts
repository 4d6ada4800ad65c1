import { expect, test } from 'vitest'
import { sends, sendsAndArchives, SEND_KEYS } from './send-key.ts'
import { composerShortcuts } from './send-key.ts'
import { texts } from './texts.ts'

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
  const sending = composerShortcuts(sendKey).filter(({ keys }) => sends(pressed(keys), sendKey))

  expect(sending.map(({ action }) => action)).toEqual([texts.send])
  const all = composerShortcuts(sendKey)
  expect(all.map(({ action }) => action)).toEqual([texts.send, texts.newLine, texts.sendAndArchive])
  const archiving = all.filter(({ keys }) => sendsAndArchives(pressed(keys)))
  expect(archiving.map(({ action }) => action)).toEqual([texts.sendAndArchive])
})
