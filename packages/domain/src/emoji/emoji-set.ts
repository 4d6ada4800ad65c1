import type { Source } from '../sources.ts'
import { DOUYIN_EMOJI } from './douyin.ts'
import type { Emoji } from './emoji.ts'
import { REDBOOK_EMOJI } from './redbook.ts'

const TABLES: Record<Source, readonly Emoji[]> = { redbook: REDBOOK_EMOJI, douyin: DOUYIN_EMOJI }

const byCode = (table: readonly Emoji[]) => new Map(table.map((emoji) => [emoji.code, emoji]))
const INDEX: Record<Source, ReadonlyMap<string, Emoji>> = {
  redbook: byCode(REDBOOK_EMOJI),
  douyin: byCode(DOUYIN_EMOJI),
}

const SETS: Record<Source, ReadonlySet<string>> = {
  redbook: new Set(INDEX.redbook.keys()),
  douyin: new Set(INDEX.douyin.keys()),
}

/** All emoji of a source, in the order of its app. */
export const emojiTable = (source: Source): readonly Emoji[] => TABLES[source]

/** The codes of a source, brackets included. */
export const emojiSet = (source: Source): ReadonlySet<string> => SETS[source]

export const isEmojiCode = (source: Source, code: string): boolean => SETS[source].has(code)

export const findEmoji = (source: Source, code: string): Emoji | undefined => INDEX[source].get(code)
