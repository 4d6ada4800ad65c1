import { CURSOR_LIMIT_MAX, CUSTOMER_PAGE, customerApi } from '@ruwu/contract'
import { freshList, withNextPage } from '@ruwu/domain'
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { customerKeys, type AgentView, type ListData } from '../customer/customer-keys.ts'
import { contextOf } from './list-context.ts'
import { listenForNews } from './replay-during-fetch.ts'
import { askForMissing } from './missing-rows.ts'

/** A refetch brings back as much as was loaded, but no more than can be read through. */
const REFETCH_MAX = 200
/** Whoever has read so many goes on: they get longer pages, and the list is put together half as often. */
const FAR = 500

const fetchPage = ({ filter, sort }: AgentView, cursor: string | null, limit: number) =>
  call(customerApi.list, { body: { ...filter, sort, cursor, limit } })

async function loadList(cache: QueryClient, view: AgentView): Promise<ListData> {
  const held = cache.getQueryData<ListData>(customerKeys.list(view))?.list.items.length ?? 0
  const wanted = Math.min(held, REFETCH_MAX)
  const limit = Math.min(Math.max(wanted, CUSTOMER_PAGE), CURSOR_LIMIT_MAX)
  const context = contextOf(cache, view)
  // The answer may be older than what is heard while it is on its way.
  const news = listenForNews()
  try {
    let list = freshList()
    let nextCursor: string | null = null
    do {
      const page = await fetchPage(view, nextCursor, limit)
      list = withNextPage(list, page, context).list
      nextCursor = page.nextCursor
    } while (nextCursor !== null && list.items.length < wanted)
    const now = news.applyTo(list, context)
    askForMissing(cache, view, now.missing)
    return { list: now.list, nextCursor }
  } finally {
    news.stop()
  }
}

export const listOptions = (cache: QueryClient, view: AgentView) =>
  queryOptions({
    queryKey: customerKeys.list(view),
    queryFn: () => loadList(cache, view),
    // The rules keep every row that did not change; comparing them all again would only cost.
    structuralSharing: false,
    // Another group's rows would be wrong rows: those of the same group stay while the rest of the filter changes.
    placeholderData: (old, query) => (query?.queryKey[2].filter.scope === view.filter.scope ? old : undefined),
  })

/** How it stands with the next page. */
export type Reach = 'idle' | 'loading' | 'failed'

/** The customers of one view, page by page. */
export function useCustomerList(view: AgentView) {
  const cache = useQueryClient()
  const query = useQuery(listOptions(cache, view))
  const [isLoadingMore, setIsLoadingMore] = useState(false)
  // A jump to the end asks twice before anything is drawn again.
  const isAsking = useRef(false)
  const [failedAt, setFailedAt] = useState<string | null>(null)
  const cursor = query.isPlaceholderData ? null : (query.data?.nextCursor ?? null)
  const loadMore = useCallback(async () => {
    if (cursor === null || isAsking.current) return
    isAsking.current = true
    setIsLoadingMore(true)
    setFailedAt(null)
    try {
      const held = cache.getQueryData<ListData>(customerKeys.list(view))?.list.items.length ?? 0
      const page = await fetchPage(view, cursor, held < FAR ? CUSTOMER_PAGE : CURSOR_LIMIT_MAX)
      cache.setQueryData<ListData>(customerKeys.list(view), (old) =>
        // Fetched again meanwhile: this page continues something else.
        old?.nextCursor === cursor
          ? { list: withNextPage(old.list, page, contextOf(cache, view)).list, nextCursor: page.nextCursor }
          : old,
      )
    } catch {
      setFailedAt(cursor)
    } finally {
      isAsking.current = false
      setIsLoadingMore(false)
    }
  }, [cache, view, cursor])
  const isFailed = cursor !== null && cursor === failedAt
  const reach: Reach = isLoadingMore ? 'loading' : isFailed ? 'failed' : 'idle'
  const { data, error, refetch, isPlaceholderData, isFetching } = query
  return { data, error, refetch, isPlaceholderData, isFetching, loadMore, reach }
}
