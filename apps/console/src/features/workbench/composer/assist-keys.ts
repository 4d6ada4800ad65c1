import type { Shortcut } from './send-key.ts'
import { texts } from './texts.ts'

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The keys of 建议回复 and 改写 while one stands above the box: the box acts by this table, and `?` lists it. */
const ASSIST_KEYS = [
  { name: 'take', key: 'Tab', hasModifier: false, shown: ['Tab'], action: texts.keyTake },
  { name: 'drop', key: 'Escape', hasModifier: false, shown: ['Esc'], action: texts.keyDrop },
  { name: 'undo', key: 'z', hasModifier: true, shown: ['Mod', 'Z'], action: texts.keyUndoRewrite },
] as const

type AssistKey = (typeof ASSIST_KEYS)[number]['name']

export function assistKeyOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): AssistKey | undefined {
  if (shiftKey || altKey) return undefined
  return ASSIST_KEYS.find((it) => it.key === key && it.hasModifier === (ctrlKey || metaKey))?.name
}

/** For the list of shortcuts. */
export const assistShortcuts: readonly Shortcut[] = ASSIST_KEYS.map(({ shown, action }) => ({
  keys: [...shown],
  action,
}))
