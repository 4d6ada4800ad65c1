import { type CallArgs, type HomeNotice, type HomeStep, homeApi } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { homeKeys } from './home.queries.ts'

/** Removes the guide or a notice from the page at once; a failure shows it again. */
export function useDismiss() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof homeApi.dismiss>['body']) => call(homeApi.dismiss, { body }),
    onMutate: ({ noticeId }) => {
      if (noticeId === undefined) cache.setQueryData<HomeStep[]>(homeKeys.guide, [])
      else cache.setQueryData<HomeNotice[]>(homeKeys.notice, (old) => old?.filter((notice) => notice.id !== noticeId))
    },
    onError: showError,
    onSettled: (_, __, { noticeId }) =>
      cache.invalidateQueries({ queryKey: noticeId === undefined ? homeKeys.guide : homeKeys.notice }),
  })
}
