import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { quickReplyKeys } from './quick-reply.queries.ts'

/** The event carries no data, so the libraries are fetched again: at once where they are shown, else when they are next shown. */
export function onQuickReplyEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'quick_reply_change') void cache.invalidateQueries({ queryKey: quickReplyKeys.all })
}
