export type ChatKey = 'previous' | 'next' | 'owner' | 'archive' | 'ai'

type Key = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>

// By their places: with Alt held down, a Mac writes another letter.
const KEYS: Record<string, ChatKey> = {
  ArrowUp: 'previous',
  ArrowDown: 'next',
  KeyR: 'owner',
  KeyA: 'archive',
  KeyI: 'ai',
}

/** What a key with Alt asks for in the workbench. */
export const chatKeyOf = ({ code, altKey, ctrlKey, metaKey }: Key): ChatKey | undefined =>
  altKey && !ctrlKey && !metaKey ? KEYS[code] : undefined

/** Held down, an arrow goes on and on; a switch is switched once. */
export const goesOn = (key: ChatKey): boolean => key === 'previous' || key === 'next'
