import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { tagKeys } from './tag.queries.ts'

/** The event carries no data, so the tags are refetched. */
export function onTagEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'tag_change') void cache.invalidateQueries({ queryKey: tagKeys.all })
}
