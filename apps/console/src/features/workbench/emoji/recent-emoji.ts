import { type Emoji, recentEmoji, type Source, withRecentEmoji } from '@ruwu/domain'
import type { Memory } from '../../../browser/storage.ts'

const keyOf = (source: Source) => `ruwu.recentEmoji.${source}`

// Codes contain no space, so a space separates them.
const codesIn = (memory: Memory, source: Source) => memory.get(keyOf(source))?.split(' ') ?? []

export const recallRecentEmoji = (memory: Memory, source: Source): Emoji[] =>
  recentEmoji(source, codesIn(memory, source))

export const rememberEmoji = (memory: Memory, source: Source, code: string) =>
  memory.set(keyOf(source), withRecentEmoji(codesIn(memory, source), code).join(' '))
