import { type CallArgs, type CustomerId, type ScheduledMessageId, scheduledMessageApi } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { showError } from '../../../../api/show-error.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { customerKeys } from '../../customer/customer-keys.ts'
import { askToSend } from '../sending/sending.ts'
import { outcomeOf } from '../sending/send-outcome.ts'
import { texts } from '../texts.ts'

type Fields = Omit<CallArgs<typeof scheduledMessageApi.update>['body'], 'confirmWarn'> & { reply?: string | undefined }

/** The compliance check's warning is asked about and confirmed; undefined: the agent declined. */
async function confirming<T>(act: (confirmWarn: boolean) => Promise<T>): Promise<T | undefined> {
  try {
    return await act(false)
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome.kind !== 'warned') throw error
    return (await askToSend(outcome.refusal)) ? act(true) : undefined
  }
}

/** Refetched here as well as by the event: the answer is in the thread when the dialog closes. */
function useRefresh(customerId: CustomerId) {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: customerKeys.detail(customerId) })
}

/** Schedules or edits. False: the agent declined the warning. */
export function useSchedule(customerId: CustomerId, isEdited: boolean) {
  const refresh = useRefresh(customerId)
  const timeZone = useTimeZone()
  return useMutation({
    mutationFn: ({ reply, ...fields }: Fields) =>
      confirming((confirmWarn) =>
        isEdited
          ? call(scheduledMessageApi.update, { body: { ...fields, confirmWarn } })
          : call(scheduledMessageApi.create, { body: { customerId, reply, ...fields, confirmWarn } }),
      ),
    onSuccess: async (scheduled) => {
      if (!scheduled) return
      await refresh()
      toast.success(texts.scheduled(formatDateTime(scheduled.sendAt, timeZone)))
    },
    onError: showError,
  })
}

export function useSendScheduled(customerId: CustomerId) {
  const refresh = useRefresh(customerId)
  return useMutation({
    mutationFn: (id: ScheduledMessageId) =>
      confirming((confirmWarn) => call(scheduledMessageApi.send, { body: { id, confirmWarn } })),
    onSuccess: refresh,
    onError: showError,
  })
}

export function useRemoveScheduled(customerId: CustomerId) {
  const refresh = useRefresh(customerId)
  return useMutation({
    mutationFn: (id: ScheduledMessageId) => call(scheduledMessageApi.remove, { query: { id } }),
    onSuccess: refresh,
    onError: showError,
  })
}
