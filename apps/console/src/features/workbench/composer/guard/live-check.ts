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

/** What the server would hold against the words of a text, by the same rule. How often something was sent it alone knows. */
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
  // Too long is what the counter says already.
  return hits.filter(({ rule }) => rule !== 'length')
}
