import { type BannedWordFilter, type BannedWordSort, bannedWordApi } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Paging } from '../../list/url-query.ts'

type WordQuery = BannedWordFilter & Paging & { sort?: BannedWordSort }

export const bannedWordKeys = {
  all: ['banned-word'] as const,
  rules: ['banned-word', 'rules'] as const,
  page: (query: WordQuery) => ['banned-word', 'page', query] as const,
}

export const useBannedWords = (query: WordQuery) =>
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
