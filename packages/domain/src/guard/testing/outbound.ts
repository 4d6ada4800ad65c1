import { checkOutbound, type OutboundCheck } from '../check-outbound.ts'
import { DEFAULT_GUARD_SETTINGS, GUARD_LIMITS, type GuardSettings } from '../guard-limits.ts'
import type { GuardVerdict } from '../guard-verdict.ts'
import { createWordMatcher } from '../word-matcher.ts'
import type { WordRow } from '../word-row.ts'

const SHIPPED = {
  redbook: createWordMatcher({ source: 'redbook' }),
  douyin: createWordMatcher({ source: 'douyin' }),
}

export type Given = Partial<Omit<OutboundCheck, 'settings'>> & { settings?: Partial<GuardSettings> }

/** Checks a text that a person sends on redbook with the default settings, unless told otherwise. */
export function check(text: string, given: Given = {}): GuardVerdict {
  const source = given.source ?? 'redbook'
  return checkOutbound({
    sender: 'person',
    limits: GUARD_LIMITS[source],
    words: SHIPPED[source],
    permission: { allowed: true },
    ...given,
    source,
    text,
    settings: { ...DEFAULT_GUARD_SETTINGS, ...given.settings },
  })
}

/** A row of the enterprise's own word list. */
export function ownWord(word: string, row: Partial<WordRow> = {}): WordRow {
  return { word, match: 'contains', level: 'block', source: 'all', category: 'custom', isEnabled: true, ...row }
}

export const ownWords = (...rows: WordRow[]) => createWordMatcher({ source: 'redbook', rows })
