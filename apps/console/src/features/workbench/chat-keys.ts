import type { Shortcut } from './composer/send-key.ts'

/** The Alt shortcuts of /chat: the keyboard acts by this table, and `?` lists it. By physical key: with Alt held, macOS produces another character. */
export const CHAT_KEYS = [
  { code: 'ArrowUp', key: '↑', name: 'previous', action: '上一位客户', repeats: true },
  { code: 'ArrowDown', key: '↓', name: 'next', action: '下一位客户', repeats: true },
  { code: 'KeyN', key: 'N', name: 'nextUnread', action: '下一位未读客户', repeats: false },
  { code: 'KeyU', key: 'U', name: 'firstUnread', action: '跳到第一条未读消息', repeats: false },
  { code: 'KeyK', key: 'K', name: 'markUnread', action: '标为未读', repeats: false },
  { code: 'KeyR', key: 'R', name: 'owner', action: '接待或释放', repeats: false },
  { code: 'KeyT', key: 'T', name: 'redirect', action: '转接', repeats: false },
  { code: 'KeyW', key: 'W', name: 'write', action: '写回复', repeats: false },
  { code: 'KeyO', key: 'O', name: 'schedule', action: '稍后发送', repeats: false },
  { code: 'KeyM', key: 'M', name: 'note', action: '写内部备注', repeats: false },
  { code: 'KeyG', key: 'G', name: 'tag', action: '打标签', repeats: false },
  { code: 'KeyJ', key: 'J', name: 'stage', action: '修改阶段', repeats: false },
  { code: 'KeyL', key: 'L', name: 'reminder', action: '稍后提醒', repeats: false },
  { code: 'KeyP', key: 'P', name: 'postpone', action: '稍后处理', repeats: false },
  { code: 'KeyS', key: 'S', name: 'star', action: '星标或取消星标', repeats: false },
  { code: 'KeyA', key: 'A', name: 'archive', action: '归档并打开下一位，或取消归档', repeats: false },
  { code: 'KeyI', key: 'I', name: 'ai', action: '开启或关闭 AI 托管', repeats: false },
] as const

export type ChatShortcut = (typeof CHAT_KEYS)[number]['name']

type Key = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** The action of an Alt shortcut. */
export const chatShortcutOf = ({ code, altKey, ctrlKey, metaKey }: Key): ChatShortcut | undefined =>
  altKey && !ctrlKey && !metaKey ? CHAT_KEYS.find((it) => it.code === code)?.name : undefined

/** Only the arrows repeat while held; the others act once. */
export const repeatsWhileHeld = (name: ChatShortcut): boolean => CHAT_KEYS.some((it) => it.name === name && it.repeats)

/** For the list of shortcuts. */
export const chatShortcuts: readonly Shortcut[] = CHAT_KEYS.map(({ key, action }) => ({ keys: ['Alt', key], action }))
