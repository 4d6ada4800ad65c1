import { searchApi } from '@ruwu/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { SearchQuestion } from './search-query.ts'

const NOTHING = { customers: [], messages: [], replies: [], nextCursor: null }

/** Everything but pages that a word finds. One kind goes on page by page; of several kinds, the messages. */
export const useGlobalSearch = (question: SearchQuestion | undefined) =>
  useInfiniteQuery({
    queryKey: ['search', 'global', question],
    queryFn: async ({ pageParam: cursor }) =>
      question ? call(searchApi.global, { body: { ...question, cursor } }) : NOTHING,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // The last hits stay while the next word is looked for.
    placeholderData: keepPreviousData,
    // What is found may be old a moment later.
    staleTime: 0,
    gcTime: 0,
  })
