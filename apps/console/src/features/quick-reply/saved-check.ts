import type { Source, WordRules } from '@ruwu/contract'
import { ownWordMatcher, savedTextWarnings } from '@ruwu/domain'

/** Built-in and own words; the built-in ones alone where the enterprise's list could not be read. A chunk of its own: the list is large. */
export const warningsOf = (text: string, sources: readonly Source[], words?: WordRules): string[] =>
  savedTextWarnings(text, sources, words && ((source) => ownWordMatcher(words, source)))
