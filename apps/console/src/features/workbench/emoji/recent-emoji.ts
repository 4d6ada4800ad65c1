import { type Emoji, recentEmoji, type Source, withRecentEmoji } from '@ruwu/domain'
import type { KeyValueStorage } from '../../../browser/storage.ts'

const keyOf = (source: Source) => `ruwu.recentEmoji.${source}`

// Codes contain no space, so a space separates them.
const codesIn = (memory: KeyValueStorage, source: Source) => memory.get(keyOf(source))?.split(' ') ?? []

export const recallRecentEmoji = (memory: KeyValueStorage, source: Source): Emoji[] =>
  recentEmoji(source, codesIn(memory, source))

export const rememberEmoji = (memory: KeyValueStorage, source: Source, code: string) =>
  memory.set(keyOf(source), withRecentEmoji(codesIn(memory, source), code).join(' '))
