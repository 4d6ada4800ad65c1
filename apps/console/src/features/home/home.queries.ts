import { channelApi, homeApi, type HomeRange } from '@ruwu/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCan } from '../permission/index.ts'

export const homeKeys = {
  all: ['home'] as const,
  figures: ['home', 'overview'] as const,
  overview: (range: HomeRange) => [...homeKeys.figures, range] as const,
  todo: ['home', 'todo'] as const,
  team: ['home', 'team'] as const,
  accounts: ['home', 'accounts'] as const,
  misses: ['home', 'misses'] as const,
  guide: ['home', 'guide'] as const,
  notice: ['home', 'notice'] as const,
}

/** Waiting times grow without an event. Not while the page is hidden. */
const REFRESH_MS = 30_000
const live = { refetchInterval: REFRESH_MS }

export const useOverview = (range: HomeRange) =>
  useQuery({
    queryKey: homeKeys.overview(range),
    queryFn: () => call(homeApi.overview, { query: { range } }),
    placeholderData: keepPreviousData,
    ...live,
  })

export const useTodo = () => useQuery({ queryKey: homeKeys.todo, queryFn: () => call(homeApi.todo), ...live })

export const useTeam = () => useQuery({ queryKey: homeKeys.team, queryFn: () => call(homeApi.team), ...live })

/** Main accounts of both sources with their sub-accounts. */
export const useHomeAccounts = () =>
  useQuery({
    queryKey: homeKeys.accounts,
    queryFn: () => call(channelApi.list, { body: {} }),
    enabled: useCan('channelAccount:viewPage'),
    ...live,
  })

export const useTopMisses = () =>
  useQuery({
    queryKey: homeKeys.misses,
    queryFn: () => call(homeApi.misses),
    enabled: useCan('channelAccount:viewPage'),
    ...live,
  })

/** Refetched on every visit: previewing the AI completes a step without an event. */
export const useGuide = () =>
  useQuery({ queryKey: homeKeys.guide, queryFn: () => call(homeApi.guide), staleTime: 0, ...live })

export const useNotices = () => useQuery({ queryKey: homeKeys.notice, queryFn: () => call(homeApi.notice), ...live })
