import { automationApi, leadPushApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const automationKeys = {
  all: ['automation'] as const,
  more: ['automation', 'more'] as const,
  pushes: ['automation', 'pushes'] as const,
}

const REFRESH_MS = 60_000

/** The counters change without events, so they are refetched while the page is open. */
export const useMoreAutomation = () =>
  useQuery({ queryKey: automationKeys.more, queryFn: () => call(automationApi.more), refetchInterval: REFRESH_MS })

const FOLLOW_MS = 5_000

/** No event tells of pushes: an open log is followed by asking. */
export const usePushes = () =>
  useQuery({
    queryKey: automationKeys.pushes,
    queryFn: () => call(leadPushApi.log),
    staleTime: 0,
    refetchInterval: FOLLOW_MS,
  })
