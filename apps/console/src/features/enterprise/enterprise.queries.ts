import { enterpriseApi, type Enterprise } from '@ruwu/contract'
import { DEFAULT_TIME_ZONE } from '@ruwu/domain'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readSession } from '../../session/session.ts'

const enterpriseKey = ['enterprise', 'detail'] as const

const useEnterprise = () =>
  useQuery({ queryKey: enterpriseKey, queryFn: () => call(enterpriseApi.detail), staleTime: 5 * 60_000 })

/** Falls back to the name stored at sign-in while loading. */
export const useEnterpriseName = () => useEnterprise().data?.name ?? readSession()?.entName ?? ''

/** Times are shown in the enterprise's time zone, not the computer's. */
export const useTimeZone = () => useEnterprise().data?.timezone ?? DEFAULT_TIME_ZONE

export const readTimeZone = (cache: QueryClient) =>
  cache.getQueryData<Enterprise>(enterpriseKey)?.timezone ?? DEFAULT_TIME_ZONE

export const boundKey = ['enterprise', 'bound'] as const

/** The first channel account ever bound; null when there is none. */
export const useFirstBound = () =>
  useQuery({ queryKey: boundKey, queryFn: () => call(enterpriseApi.hasSuccessBound), staleTime: 5 * 60_000 })
