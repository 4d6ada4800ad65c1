import { type CustomerId, type Data, noticeApi, type NoticeKind } from '@ruwu/contract'
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type NoticeFilter = { kind?: NoticeKind; unread?: boolean }
export type NoticePages = InfiniteData<Data<(typeof noticeApi)['page']>, string | null>

/** What needs doing comes first and must be on the first page. */
const LIMIT = 50

const ALL: NoticeFilter = {}

export const noticeKeys = {
  all: ['notice'] as const,
  page: (filter: NoticeFilter) => ['notice', 'page', filter] as const,
  /** Shown by the bell and the marks of the list, so always loaded. */
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
  useInfiniteQuery({ ...pagesOf(ALL), select: dueCustomers }).data ?? NOBODY

const NOBODY: ReadonlySet<CustomerId> = new Set()

const dueCustomers = ({ pages }: NoticePages): ReadonlySet<CustomerId> =>
  new Set(
    pages[0]?.items.flatMap(({ kind, customer }) => (kind === 'reminder_due' && customer ? [customer.customerId] : [])),
  )
