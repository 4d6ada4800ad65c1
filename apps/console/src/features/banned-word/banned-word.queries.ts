import { type BannedWordFilter, bannedWordApi } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Paging } from '../../list/url-query.ts'

export const bannedWordKeys = {
  all: ['banned-word'] as const,
  page: (query: BannedWordFilter & Paging) => ['banned-word', 'page', query] as const,
}

export const useBannedWords = (query: BannedWordFilter & Paging) =>
  useQuery({
    queryKey: bannedWordKeys.page(query),
    queryFn: () => call(bannedWordApi.page, { body: query }),
    placeholderData: keepPreviousData,
  })
