import { type Emoji, recentEmoji, type Source, withRecentEmoji } from '@ruwu/domain'
import type { KeyValueStorage } from '../../browser/storage.ts'

const keyOf = (source: Source) => `ruwu.recentEmoji.${source}`

// Codes contain no space, so a space separates them.
const codesIn = (storage: KeyValueStorage, source: Source) => storage.get(keyOf(source))?.split(' ') ?? []

export const recallRecentEmoji = (storage: KeyValueStorage, source: Source): Emoji[] =>
  recentEmoji(source, codesIn(storage, source))

export const rememberEmoji = (storage: KeyValueStorage, source: Source, code: string) =>
  storage.set(keyOf(source), withRecentEmoji(codesIn(storage, source), code).join(' '))
