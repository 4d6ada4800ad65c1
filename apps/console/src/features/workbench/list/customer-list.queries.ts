import { CURSOR_LIMIT_MAX, CUSTOMER_PAGE, customerApi, type CustomerId } from '@ruwu/contract'
import { emptyList, withNextPage } from '@ruwu/domain'
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { customerKeys, type AgentView, type ListData } from '../customer/customer-keys.ts'
import { contextOf } from './list-context.ts'
import { startRecording } from './replay-during-fetch.ts'
import { fetchMissing } from './missing-rows.ts'

/** A refetch reloads as many rows as were loaded, up to this limit. */
const REFETCH_MAX = 200
const WAITED_REFETCH_MS = 60_000
/** From this length on pages are larger, so the list is rebuilt less often. */
const FAR = 500

const fetchPage = ({ filter, sort }: AgentView, cursor: string | null, limit: number) =>
  call(customerApi.list, { body: { ...filter, sort, cursor, limit } })

/** The first unread customer of the view besides the open one, on whichever page. */
export async function fetchUnread({ filter, sort }: AgentView, openId: CustomerId | undefined) {
  const body = { ...filter, unread: true, sort, cursor: null, limit: 2 }
  const { items } = await call(customerApi.list, { body })
  return items.find(({ customerId }) => customerId !== openId)?.customerId
}

async function loadList(cache: QueryClient, view: AgentView): Promise<ListData> {
  const held = cache.getQueryData<ListData>(customerKeys.list(view))?.list.items.length ?? 0
  const wanted = Math.min(held, REFETCH_MAX)
  const limit = Math.min(Math.max(wanted, CUSTOMER_PAGE), CURSOR_LIMIT_MAX)
  const context = contextOf(cache, view)
  // Events received while the request is in flight are newer than its response; they are replayed on top of it.
  const news = startRecording()
  try {
    let list = emptyList()
    let nextCursor: string | null = null
    do {
      const page = await fetchPage(view, nextCursor, limit)
      list = withNextPage(list, page, context).list
      nextCursor = page.nextCursor
    } while (nextCursor !== null && list.items.length < wanted)
    const now = news.applyTo(list, context)
    fetchMissing(cache, view, now.missing)
    return { list: now.list, nextCursor }
  } finally {
    news.stop()
  }
}

export const listOptions = (cache: QueryClient, view: AgentView) =>
  queryOptions({
    queryKey: customerKeys.list(view),
    queryFn: () => loadList(cache, view),
    // The reducers keep unchanged rows by reference; comparing them again would cost time for nothing.
    structuralSharing: false,
    // 等待时长: customers match by time alone, without an event.
    refetchInterval: view.filter.waited === undefined ? false : WAITED_REFETCH_MS,
    // Rows of another scope would be wrong; within the same scope old rows stay while another filter loads.
    placeholderData: (old, query) => (query?.queryKey[2].filter.scope === view.filter.scope ? old : undefined),
  })

/** State of the next page. */
export type Reach = 'idle' | 'loading' | 'failed'

/** The customers of one view, with cursor paging. */
export function useCustomerList(view: AgentView) {
  const cache = useQueryClient()
  const query = useQuery(listOptions(cache, view))
  const [isLoadingMore, setIsLoadingMore] = useState(false)
  // A jump to the end requests twice before the next render.
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
        // Refetched meanwhile: this page continues an outdated list.
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
