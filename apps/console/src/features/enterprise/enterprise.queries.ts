import { DICT_TYPES, enterpriseApi, type Enterprise, type EnterpriseFields } from '@ruwu/contract'
import { DEFAULT_TIME_ZONE } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { passwordDigest } from '../../session/password-digest.ts'
import { readSession } from '../../session/session.ts'
import { texts } from './texts.ts'

export const enterpriseKey = ['enterprise', 'detail'] as const

const readEnterprise = () => call(enterpriseApi.detail)

export const useEnterprise = () => useQuery({ queryKey: enterpriseKey, queryFn: readEnterprise, staleTime: 5 * 60_000 })

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

/** The options of 行业, 规模 and 地区; they change with a release only. */
export const useDicts = () =>
  useQuery({
    queryKey: ['enterprise', 'dicts'],
    queryFn: () => call(enterpriseApi.listDicts, { body: { types: [...DICT_TYPES] } }),
    staleTime: Infinity,
  })

/** 注销企业 and its undoing. */
export function useClosing() {
  const cache = useQueryClient()
  const onSuccess = (saved: Enterprise) => void cache.setQueryData<Enterprise>(enterpriseKey, saved)
  const close = useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) =>
      call(enterpriseApi.close, { body: { name, password: await passwordDigest(password) } }),
    onSuccess,
  })
  const keep = useMutation({
    mutationFn: () => call(enterpriseApi.keep),
    // Here and not at the call: the button goes with the answer.
    onSuccess: (saved) => {
      toast.success(texts.kept)
      onSuccess(saved)
    },
    onError: showError,
  })
  return { close, keep }
}

/** How many messages the next night deletes under this period. */
/** Null when they cannot be counted: the warning is given without a number then. */
export const countOld = (days: number): Promise<number | null> =>
  call(enterpriseApi.countOld, { body: { days } }).then(
    ({ messages }) => messages,
    () => null,
  )

export function useSaveEnterprise() {
  const cache = useQueryClient()
  const save = useMutation({
    mutationFn: (body: EnterpriseFields & { version: number }) => call(enterpriseApi.update, { body }),
    onSuccess: (saved) => cache.setQueryData<Enterprise>(enterpriseKey, saved),
  })
  const readLatest = () => cache.fetchQuery({ queryKey: enterpriseKey, queryFn: readEnterprise, staleTime: 0 })
  return { save, readLatest }
}
