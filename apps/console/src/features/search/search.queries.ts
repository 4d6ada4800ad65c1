import { searchApi } from '@ruwu/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { SearchRequest } from './search-query.ts'

const NOTHING = { customers: [], messages: [], replies: [], nextCursor: null }

/**
 * Customers, messages and replies by keyword. The cursor is that of the single requested type; with several types, that
 * of the messages.
 */
export const useGlobalSearch = (question: SearchRequest | undefined) =>
  useInfiniteQuery({
    queryKey: ['search', 'global', question],
    queryFn: async ({ pageParam: cursor }) =>
      question ? call(searchApi.global, { body: { ...question, cursor } }) : NOTHING,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // Old results stay while the next keyword loads.
    placeholderData: keepPreviousData,
    // Results are never reused.
    staleTime: 0,
    gcTime: 0,
  })
