import { type CustomerId, type Data, noticeApi, type NoticeKind } from '@ruwu/contract'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'

export type NoticeFilter = { kind?: NoticeKind | NoticeKind[]; unread?: boolean }
export type NoticePages = InfiniteData<Data<(typeof noticeApi)['page']>, string | null>

const LIMIT = 50

const ALL: NoticeFilter = {}
/** On their own, so that other things to do do not push them from the first page. */
const DUE: NoticeFilter = { kind: 'reminder_due' }

export const noticeKeys = {
  all: ['notice'] as const,
  page: (filter: NoticeFilter) => ['notice', 'page', filter] as const,
  /** Shown by the bell, so always loaded. */
  first: ['notice', 'page', ALL] as const,
}

const pagesOf = (filter: NoticeFilter) => ({
  queryKey: noticeKeys.page(filter),
  queryFn: ({ pageParam: cursor }: { pageParam: string | null }) =>
    call(noticeApi.page, { body: { ...filter, cursor, limit: LIMIT } }),
  initialPageParam: null as string | null,
  getNextPageParam: (last: Data<(typeof noticeApi)['page']>) => last.nextCursor,
})

export const useNotices = (filter: NoticeFilter) =>
  useInfiniteQuery({ ...pagesOf(filter), placeholderData: keepPreviousData })

const NONE = { unread: 0, handoff: 0, reminder: 0, mention: 0 }

const countsOf = ({ pages }: NoticePages) => pages[0]?.counts ?? NONE

export const useNoticeCounts = () => useInfiniteQuery({ ...pagesOf(ALL), select: countsOf }).data ?? NONE

/** Customers with a reminder that is due and not done. The same set as long as the notices are. */
export const useDueCustomers = (): ReadonlySet<CustomerId> =>
  useInfiniteQuery({ ...pagesOf(DUE), select: dueCustomers }).data ?? NOBODY

const NOBODY: ReadonlySet<CustomerId> = new Set()

const dueCustomers = ({ pages }: NoticePages): ReadonlySet<CustomerId> =>
  new Set(pages[0]?.items.flatMap(({ customer }) => (customer ? [customer.customerId] : [])))

/** Once the panel is closed only the first page is kept and refetched. */
export function useTrimmedNotices(): void {
  const cache = useQueryClient()
  useEffect(
    () => () => void cache.setQueryData<NoticePages>(noticeKeys.first, (data) => data && firstPage(data)),
    [cache],
  )
}

const firstPage = ({ pages, pageParams }: NoticePages): NoticePages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
})
