import { notifySettingApi, type NotifySetting } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts } from './texts.ts'

export const notifySettingKey = ['notify-setting'] as const

/** Notification settings of the signed-in agent. */
export const useNotifySetting = () =>
  useQuery({ queryKey: notifySettingKey, queryFn: () => call(notifySettingApi.get), staleTime: 5 * 60_000 })

export function useSaveNotifySetting() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: NotifySetting) => call(notifySettingApi.update, { body }),
    onSuccess: (saved) => {
      cache.setQueryData<NotifySetting>(notifySettingKey, saved)
      toast.success(texts.saved)
    },
    onError: showError,
  })
}
