export type ChatKey = 'previous' | 'next' | 'owner' | 'archive' | 'ai'

type Key = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>

// By physical key (`code`): with Alt held, macOS produces another character.
const KEYS: Record<string, ChatKey> = {
  ArrowUp: 'previous',
  ArrowDown: 'next',
  KeyR: 'owner',
  KeyA: 'archive',
  KeyI: 'ai',
}

/** The action of an Alt shortcut. */
export const chatKeyOf = ({ code, altKey, ctrlKey, metaKey }: Key): ChatKey | undefined =>
  altKey && !ctrlKey && !metaKey ? KEYS[code] : undefined

/** Only the arrows repeat while held; toggles act once. */
export const goesOn = (key: ChatKey): boolean => key === 'previous' || key === 'next'
