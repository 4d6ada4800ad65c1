import { type BannedWordFilter, bannedWordApi } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Paging } from '../../list/url-query.ts'

export const bannedWordKeys = {
  all: ['banned-word'] as const,
  rules: ['banned-word', 'rules'] as const,
  page: (query: BannedWordFilter & Paging) => ['banned-word', 'page', query] as const,
}

export const useBannedWords = (query: BannedWordFilter & Paging) =>
  useQuery({
    queryKey: bannedWordKeys.page(query),
    queryFn: () => call(bannedWordApi.page, { body: query }),
    placeholderData: keepPreviousData,
  })

/** The enterprise's words for checks while typing, read on first typing. */
export const useWordRules = (enabled: boolean) =>
  useQuery({
    queryKey: bannedWordKeys.rules,
    queryFn: () => call(bannedWordApi.rules),
    staleTime: Infinity,
    enabled,
  })
