import { quickReplyApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const quickReplyKeys = {
  all: ['quick-reply'] as const,
  library: ['quick-reply', 'library'] as const,
}

/** Both libraries, the enterprise's and the agent's own. */
export const useReplyLibrary = () =>
  useQuery({ queryKey: quickReplyKeys.library, queryFn: () => call(quickReplyApi.groupReplies) })
