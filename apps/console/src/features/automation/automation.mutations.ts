import { automationApi, type FollowUpVersion, type MoreAutomation } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { automationKeys } from './automation.queries.ts'

export function useSaveFollowUp() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: FollowUpVersion) => call(automationApi.saveFollowUp, { body }),
    onSuccess: (followUp) => {
      cache.setQueryData<MoreAutomation>(automationKeys.more, (old) => old && { ...old, followUp })
      toast.success(formTexts.saved)
    },
    // After a version conflict the current state is refetched.
    onError: () => cache.invalidateQueries({ queryKey: automationKeys.more }),
  })
}
