import {
  CURSOR_LIMIT_MAX,
  CUSTOMER_PAGE,
  customerApi,
  type AgentId,
  type CustomerFilter,
  type CustomerId,
} from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, freshList, withNextPage, type CustomerList, type ListView } from '@ruwu/domain'
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { contextOf } from './list-context.ts'
import { listenForNews } from './list-news.ts'

/** Which list: whose it is, and everything that decides what is in it and in which order. */
export type AgentView = ListView & { agentId: AgentId }

/** The loaded part of a list and how it goes on. */
export type ListData = { list: CustomerList; nextCursor: string | null }

export type Viewers = { agentIds: AgentId[]; composingIds: AgentId[] }

export const customerKeys = {
  all: ['customer'] as const,
  lists: ['customer', 'list'] as const,
  list: (view: AgentView) => ['customer', 'list', view] as const,
  counts: ['customer', 'count'] as const,
  count: (filter: CustomerFilter) => ['customer', 'count', filter] as const,
  details: ['customer', 'detail'] as const,
  detail: (id: CustomerId) => ['customer', 'detail', id] as const,
  viewers: (id: CustomerId) => ['customer', 'viewers', id] as const,
  targets: (id: CustomerId | undefined) => ['customer', 'targets', id] as const,
}

/** A refetch brings back as much as was loaded, but no more than can be read through. */
const REFETCH_MAX = 200

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
    return { list: news.applyTo(list, context), nextCursor }
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

/** The customers of one view, page by page. */
export function useCustomerList(view: AgentView) {
  const cache = useQueryClient()
  const query = useQuery(listOptions(cache, view))
  const [isLoadingMore, setIsLoadingMore] = useState(false)
  const cursor = query.isPlaceholderData ? null : (query.data?.nextCursor ?? null)
  const loadMore = useCallback(async () => {
    if (cursor === null || isLoadingMore) return
    setIsLoadingMore(true)
    try {
      const page = await fetchPage(view, cursor, CUSTOMER_PAGE)
      cache.setQueryData<ListData>(customerKeys.list(view), (old) =>
        // Fetched again meanwhile: this page continues something else.
        old?.nextCursor === cursor
          ? { list: withNextPage(old.list, page, contextOf(cache, view)).list, nextCursor: page.nextCursor }
          : old,
      )
    } catch (error) {
      showError(error)
    } finally {
      setIsLoadingMore(false)
    }
  }, [cache, view, cursor, isLoadingMore])
  return { ...query, loadMore, isLoadingMore }
}

const countOptions = (filter: CustomerFilter) =>
  queryOptions({
    queryKey: customerKeys.count(filter),
    queryFn: () => call(customerApi.count, { query: { filter: JSON.stringify(filter) } }),
  })

/** How many there would be under each choice; the old numbers stay while new ones come. */
export const useCustomerCounts = (filter: CustomerFilter) =>
  useQuery({ ...countOptions(filter), placeholderData: keepPreviousData }).data

/** Unread messages of one's own customers, whatever is filtered; 0 while unknown. */
export const useMyUnread = () =>
  useQuery({ ...countOptions(DEFAULT_CUSTOMER_FILTER), select: (it) => it.myUnread }).data ?? 0

/** Everything about one customer. */
export const useCustomer = (customerId: CustomerId) =>
  useQuery({
    queryKey: customerKeys.detail(customerId),
    queryFn: () => call(customerApi.detail, { query: { customerId } }),
  })

const NOBODY: Viewers = { agentIds: [], composingIds: [] }

/** Who looks at a customer now; only events tell. */
export const useViewers = (customerId: CustomerId): Viewers =>
  useQuery<Viewers>({ queryKey: customerKeys.viewers(customerId), queryFn: () => NOBODY, enabled: false }).data ??
  NOBODY

/** Whom a customer, or several, can be passed on to. Asked anew each time: they come and go. */
export const useTransferTargets = (customerId: CustomerId | undefined) =>
  useQuery({
    queryKey: customerKeys.targets(customerId),
    queryFn: () => call(customerApi.listTargets, { body: customerId ? { customerId } : {} }),
    staleTime: 0,
    gcTime: 0,
  })
