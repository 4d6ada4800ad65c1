import { type CallArgs, leadApi } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { leadKeys } from '../lead/index.ts'
import { statisticsKeys } from './statistics.queries.ts'

/** Changes a lead of the list. An invalid lead leaves the figures, so all of them are asked for again. */
export function useChangeLead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof leadApi.update>['body']) => call(leadApi.update, { body }),
    onSuccess: async () => {
      void cache.invalidateQueries({ queryKey: leadKeys.all })
      await cache.invalidateQueries({ queryKey: statisticsKeys.all })
    },
  })
}
