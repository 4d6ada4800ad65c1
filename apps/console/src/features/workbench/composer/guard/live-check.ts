import type { SimpleAccount, Source } from '@ruwu/contract'
import {
  checkOutbound,
  createWordMatcher,
  DEFAULT_GUARD_SETTINGS,
  GUARD_LIMITS,
  type GuardHit,
  type WordMatcher,
} from '@ruwu/domain'

export type LiveRules = { source: Source; guard: SimpleAccount['guard'] }

const matchers = new Map<Source, WordMatcher>()

function matcherFor(source: Source): WordMatcher {
  const known = matchers.get(source) ?? createWordMatcher({ source })
  matchers.set(source, known)
  return known
}

/** The server's compliance check of a text, by the same rule. Repetition is checked by the server only. */
export function checkText(
  text: string,
  { source, guard: { wordLevel, contactLevel, textChars } }: LiveRules,
): GuardHit[] {
  const { hits } = checkOutbound({
    text,
    source,
    sender: 'person',
    settings: { ...DEFAULT_GUARD_SETTINGS, wordLevel, contactLevel },
    limits: { ...GUARD_LIMITS[source], textMaxChars: textChars },
    words: matcherFor(source),
    permission: { allowed: true },
  })
  // The length has its own counter.
  return hits.filter(({ rule }) => rule !== 'length')
}
