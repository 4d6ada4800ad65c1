import { aiRunApi, type CallArgs } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { texts } from './texts.ts'

type KeptAnswer = CallArgs<typeof aiRunApi.keep>['body']

export const useKeepAnswer = () =>
  useMutation({
    mutationFn: (body: KeptAnswer) => call(aiRunApi.keep, { body }),
    onSuccess: () => toast.success(texts.kept),
  })
