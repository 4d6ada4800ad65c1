import { customerApi, type CustomerId, noticeApi, type NoticeId, type ReminderId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { resendFailed } from '../workbench/index.ts'
import { noticeKeys } from './notice.queries.ts'
import { texts } from './texts.ts'

// No change of the cache here: `notice_change` reaches this tab as well.

export const useReadNotices = () =>
  useMutation({
    mutationFn: (which: { ids: NoticeId[] } | { all: true; upTo?: NoticeId }) => call(noticeApi.read, { body: which }),
    onError: showError,
  })

export const usePostponeNotice = () =>
  useMutation({
    mutationFn: (to: { id: NoticeId; remindAt: string }) => call(noticeApi.postpone, { body: to }),
    onSuccess: () => toast.success(texts.postponed),
    onError: showError,
  })

/** Of a conversation back from 稍后处理: again later, or done. The customer's own event ends the notice. */
export const usePostponeCustomer = () =>
  useMutation({
    mutationFn: (body: { customerId: CustomerId; until: string | null }) => call(customerApi.postpone, { body }),
    onSuccess: (_item, { until }) => until && toast.success(texts.postponedAgain),
    onError: showError,
  })

/** 完成: the reminder is no more, and with it its notice. */
export const useCompleteReminder = () =>
  useMutation({
    mutationFn: (id: ReminderId) => call(customerApi.removeReminder, { query: { id } }),
    onError: showError,
  })

/** Of a failed message. Its notice is done with the message, also when a colleague has sent it before. */
export function useResend() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ customerId, ...message }: { customerId: CustomerId; id: string; seq: number }) =>
      resendFailed(customerId, message),
    onSuccess: (isSent) => isSent && toast.success(texts.resent),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: noticeKeys.all }),
  })
}
