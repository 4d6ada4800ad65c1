import { MOD_KEY } from '../../../browser/keyboard.ts'
import { texts } from './texts.ts'

export const SEND_KEYS = ['enter', 'modEnter'] as const
export type SendKey = (typeof SEND_KEYS)[number]

type Key = {
  key: string
  keyCode: number
  isComposing: boolean
  repeat: boolean
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** A key event of the input method; some browsers report keyCode 229 instead of isComposing. */
export const isInputMethodKey = ({ isComposing, keyCode }: Pick<Key, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229

/** Whether this key sends. All other keys keep their default, where Enter inserts a new line. */
export function sends(key: Key, sendKey: SendKey): boolean {
  if (key.key !== 'Enter' || isInputMethodKey(key) || key.shiftKey || key.altKey) return false
  const hasModifier = key.ctrlKey || key.metaKey
  return sendKey === 'modEnter' ? hasModifier : !hasModifier
}

/** Ctrl/⌘+Shift+Enter: 发送并归档. */
export const sendsAndArchives = (key: Key): boolean =>
  key.key === 'Enter' && !isInputMethodKey(key) && key.shiftKey && !key.altKey && (key.ctrlKey || key.metaKey)

/** `Enter 发送`, or with this platform's modifier key. */
export const sendKeyText = (key: SendKey, verb: string = texts.send) =>
  `${key === 'enter' ? '' : `${MOD_KEY}+`}Enter ${verb}`

export type Shortcut = { keys: string[]; action: string }

/** The keys for sending and for a new line, by the composer's setting. */
export const composerShortcuts = (sendKey: SendKey): Shortcut[] => [
  { keys: sendKey === 'enter' ? ['Enter'] : ['Mod', 'Enter'], action: texts.send },
  { keys: sendKey === 'enter' ? ['Shift', 'Enter'] : ['Enter'], action: texts.newLine },
  { keys: ['Mod', 'Shift', 'Enter'], action: texts.sendAndArchive },
]
