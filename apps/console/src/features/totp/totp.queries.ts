import { authApi, totpApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const totpKeys = {
  state: ['totp', 'state'] as const,
  holders: ['totp', 'holders'] as const,
  sessions: ['totp', 'sessions'] as const,
}

/** Changed elsewhere without an event, so never taken from the cache. */
export const useTotpState = () =>
  useQuery({ queryKey: totpKeys.state, queryFn: () => call(totpApi.state), staleTime: 0 })

export const useTotpHolders = () =>
  useQuery({ queryKey: totpKeys.holders, queryFn: () => call(totpApi.holders), staleTime: 0 })

export const useSignIns = () =>
  useQuery({ queryKey: totpKeys.sessions, queryFn: () => call(authApi.sessions), staleTime: 0 })
