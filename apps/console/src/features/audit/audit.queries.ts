import { auditApi, type AuditLogFilter } from '@ruwu/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Newest first, paged. Never cached: entries come without an event. */
export const useAudit = (query: AuditLogFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: ({ pageParam: cursor }) => call(auditApi.page, { body: { ...query, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
