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

/** All emoji of a source, in the order of its app. */
export const emojiTable = (source: Source): readonly Emoji[] => TABLES[source]

export const findEmoji = (source: Source, code: string): Emoji | undefined => INDEX[source].get(code)
