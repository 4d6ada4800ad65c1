import type { SimpleAccount, Source, WordRules } from '@ruwu/contract'
import {
  bannedWords,
  checkOutbound,
  createWordMatcher,
  DEFAULT_GUARD_SETTINGS,
  GUARD_LIMITS,
  type GuardHit,
  type WordMatcher,
  wordRows,
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
    words: words ? matcherOf(words, source) : bannedWords(source),
    permission: { allowed: true },
  })
  // The length has its own counter.
  return hits.filter(({ rule }) => rule !== 'length')
}

const matchers = new WeakMap<WordRules, Partial<Record<Source, WordMatcher>>>()

/** Built once per list and source. */
function matcherOf(words: WordRules, source: Source): WordMatcher {
  const built = matchers.get(words) ?? {}
  matchers.set(words, built)
  const { rows, disabled } = words
  return (built[source] ??= createWordMatcher({ source, rows: wordRows(rows), disabledBuiltins: new Set(disabled) }))
}
