import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createDebouncedRefresh } from '../../realtime/debounced-refresh.ts'
import { tagKeys } from './tag.queries.ts'

const COUNT_TIMES = { quietMs: 500, periodMs: 2000 }
/** An erased customer loses its tags. */
const COUNTED: ReadonlySet<string> = new Set<ConsoleEvent['type']>([
  'cus_tags_bind',
  'cus_tags_unbind',
  'customer_erase',
])
const countRefreshers = new WeakMap<QueryClient, () => void>()

/** Refetches the counts of an open tag page after a burst of bindings. */
function refreshCounts(cache: QueryClient) {
  let refresh = countRefreshers.get(cache)
  if (!refresh) {
    refresh = createDebouncedRefresh(() => {
      for (const queryKey of [tagKeys.usage, tagKeys.groups]) void cache.invalidateQueries({ queryKey })
    }, COUNT_TIMES)
    countRefreshers.set(cache, refresh)
  }
  refresh()
}

/** The events carry no counts or names, so the tags are refetched. */
export function onTagEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'tag_change') void cache.invalidateQueries({ queryKey: tagKeys.all })
  else if (COUNTED.has(event.type)) refreshCounts(cache)
}
