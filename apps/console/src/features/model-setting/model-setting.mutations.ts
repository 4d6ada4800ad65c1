import { modelSettingApi, type CallArgs } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { modelSettingKey } from './model-setting.queries.ts'

export type SaveBody = CallArgs<typeof modelSettingApi.save>['body']
export type TestBody = CallArgs<typeof modelSettingApi.test>['body']

export function useSaveModelSetting() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: SaveBody) => call(modelSettingApi.save, { body }),
    onSuccess: (setting) => {
      cache.setQueryData(modelSettingKey, setting)
      toast.success(formTexts.saved)
    },
  })
}

export const useTestModel = () => useMutation({ mutationFn: (body: TestBody) => call(modelSettingApi.test, { body }) })
