import { automationApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const automationKeys = {
  all: ['automation'] as const,
  more: ['automation', 'more'] as const,
}

const REFRESH_MS = 60_000

/** How often each speaks is counted while one looks. */
export const useMoreAutomation = () =>
  useQuery({ queryKey: automationKeys.more, queryFn: () => call(automationApi.more), refetchInterval: REFRESH_MS })
