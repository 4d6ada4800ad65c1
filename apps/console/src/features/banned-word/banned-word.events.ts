import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { bannedWordKeys } from './banned-word.queries.ts'

/** The event carries no data: the words are fetched again where they are used. */
export function onBannedWordEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'banned_words_change') void cache.invalidateQueries({ queryKey: bannedWordKeys.all })
}
