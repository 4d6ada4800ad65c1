import { DEMO_RECHARGE_POINTS, pointsApi, type CallArgs, type EntAccount } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { pointsKeys } from './points.queries.ts'
import { texts } from './texts.ts'

type SettingBody = CallArgs<typeof pointsApi.saveSetting>['body']

export function useSavePointsSetting() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingBody) => call(pointsApi.saveSetting, { body }),
    onSuccess: (saved) => {
      cache.setQueryData(pointsKeys.setting, saved)
      toast.success(texts.saved)
    },
  })
}

export function useSeeNotice() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(pointsApi.seeNotice),
    onSuccess: () =>
      cache.setQueryData<EntAccount>(pointsKeys.account, (account) => account && { ...account, notice: '' }),
    onError: showError,
  })
}

export function useDemoRecharge() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(pointsApi.demoRecharge),
    onSuccess: (account) => {
      cache.setQueryData(pointsKeys.account, account)
      void cache.invalidateQueries({ queryKey: pointsKeys.all })
      toast.success(texts.recharged(DEMO_RECHARGE_POINTS))
    },
    onError: showError,
  })
}
