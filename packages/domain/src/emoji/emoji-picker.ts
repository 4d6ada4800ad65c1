import type { Source } from '../sources.ts'
import { DOUYIN_GROUPS } from './douyin.ts'
import type { Emoji, EmojiGroup } from './emoji.ts'
import { emojiTable, findEmoji } from './emoji-set.ts'
import { REDBOOK_GROUPS } from './redbook.ts'

export const RECENT_EMOJI_COUNT = 16

type PickerGroup = { key: string; label: string; emoji: Emoji[] }

const GROUPS: Record<Source, readonly EmojiGroup[]> = { redbook: REDBOOK_GROUPS, douyin: DOUYIN_GROUPS }

export const emojiGroups = (source: Source): readonly EmojiGroup[] => GROUPS[source]

/** Picker groups of a source: basic first, then themed. */
export function pickerGroups(source: Source): PickerGroup[] {
  return emojiGroups(source)
    .filter((group) => !group.isReceivedOnly)
    .map(({ key, label }) => ({ key, label, emoji: emojiTable(source).filter((it) => it.group === key) }))
}

/** Recently used codes, latest first. */
export function withRecentEmoji(recent: readonly string[], code: string): string[] {
  return [code, ...recent.filter((it) => it !== code)].slice(0, RECENT_EMOJI_COUNT)
}

/** Stored codes no longer in the set are dropped. */
export function recentEmoji(source: Source, recent: readonly string[]): Emoji[] {
  return recent
    .map((code) => findEmoji(source, code))
    .filter((emoji) => emoji !== undefined)
    .slice(0, RECENT_EMOJI_COUNT)
}
