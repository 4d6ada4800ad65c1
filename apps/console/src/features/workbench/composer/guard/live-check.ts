import type { SimpleAccount, Source, WordRules } from '@ruwu/contract'
import {
  bannedWords,
  checkOutbound,
  DEFAULT_GUARD_SETTINGS,
  GUARD_LIMITS,
  type GuardHit,
  ownWordMatcher,
} from '@ruwu/domain'

export type LiveRules = { source: Source; guard: SimpleAccount['guard'] }

/** The server's compliance check of a text, by the same rule. Repetition is checked by the server only. */
export function checkText(
  text: string,
  { source, guard: { wordLevel, contactLevel, textChars } }: LiveRules,
  words?: WordRules,
): GuardHit[] {
  const { hits } = checkOutbound({
    text,
    source,
    sender: 'person',
    settings: { ...DEFAULT_GUARD_SETTINGS, wordLevel, contactLevel },
    limits: { ...GUARD_LIMITS[source], textMaxChars: textChars },
    words: words ? ownWordMatcher(words, source) : bannedWords(source),
    permission: { allowed: true },
  })
  // The length has its own counter.
  return hits.filter(({ rule }) => rule !== 'length')
}
