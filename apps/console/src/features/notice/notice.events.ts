import type { ConsoleEvent } from '@ruwu/contract'
import { isTodo } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { createDebouncedRefresh } from '../../realtime/debounced-refresh.ts'
import { noticeKeys, type NoticePages } from './notice.queries.ts'

/** Events come in bursts, as at the start of a shift. */
const TIMES = { quietMs: 100, periodMs: 1000 }

const refreshers = new WeakMap<QueryClient, () => void>()

function refresherOf(cache: QueryClient): () => void {
  const known = refreshers.get(cache)
  if (known) return known
  const made = createDebouncedRefresh(() => void cache.invalidateQueries({ queryKey: noticeKeys.all }), TIMES)
  refreshers.set(cache, made)
  return made
}

export function onNoticeEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'hint' || event.type === 'notice_change' || event.type === 'perms_change') refresherOf(cache)()
  else if (mayEndTodo(cache, event)) refresherOf(cache)()
}

/** A customer who is waited for was answered or taken, or the failed message was sent. */
function mayEndTodo(cache: QueryClient, event: ConsoleEvent): boolean {
  if (!('customer' in event)) return false
  const pages = cache.getQueryData<NoticePages>(noticeKeys.first)?.pages ?? []
  return pages.some(({ items }) =>
    items.some(({ kind, customer }) => isTodo(kind) && customer?.customerId === event.customerId),
  )
}
