import { type Source, SOURCES } from '../sources.ts'
import { checkOutbound } from './check-outbound.ts'
import { codeHits } from './code-check.ts'
import type { GuardHit } from './guard-hit.ts'
import { DEFAULT_GUARD_SETTINGS, GUARD_LIMITS } from './guard-limits.ts'
import { bannedWords, type WordMatcher } from './word-matcher.ts'

/**
 * Check of a text that is stored and sent later (a quick reply), by the default settings of each source it is for; none named means
 * all. Accounts may be stricter or milder: what is found is a warning, and sending checks again.
 */
export function checkSavedText(
  text: string,
  sources: readonly Source[],
  words: (source: Source) => WordMatcher = bannedWords,
): GuardHit[] {
  const found = new Map<string, GuardHit>()
  for (const source of sources.length > 0 ? sources : SOURCES) {
    const { hits } = checkOutbound({
      text,
      source,
      sender: 'person',
      settings: DEFAULT_GUARD_SETTINGS,
      limits: GUARD_LIMITS[source],
      words: words(source),
      permission: { allowed: true },
    })
    for (const hit of hits) found.set(`${hit.word} ${hit.reason}`, hit)
  }
  return [...found.values()]
}

/** What is in a picture that is stored and sent later; null: it cannot be read. */
export const savedPictureWarnings = (codes: readonly string[] | null): string[] => [
  ...new Set(
    SOURCES.flatMap((source) => codeHits({ codes, source, settings: DEFAULT_GUARD_SETTINGS })).map(
      ({ reason }) => reason,
    ),
  ),
]

/** Whether the guard stops a replacement by itself, on one of its platforms. */
export const isStopped = (text: string, sources: readonly Source[]): boolean =>
  checkSavedText(text, sources).some(({ level }) => level === 'block')

/** `最好：绝对化用语…`, each once. */
export const savedTextWarnings = (
  text: string,
  sources: readonly Source[],
  words?: (source: Source) => WordMatcher,
): string[] => checkSavedText(text, sources, words).map(({ word, reason }) => `${word}：${reason}`)
