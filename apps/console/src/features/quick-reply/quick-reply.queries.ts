import { type Data, quickReplyApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const quickReplyKeys = {
  all: ['quick-reply'] as const,
  library: ['quick-reply', 'library'] as const,
}

/** The enterprise's library and the agent's own. */
export type Libraries = Data<typeof quickReplyApi.groupReplies>

/** How many replies the agent can use; undefined while loading. */
export function useReplyCount(): number | undefined {
  const { data } = useReplyLibrary()
  return data && [...data.entGroups, ...data.agentGroups].reduce((sum, { replies }) => sum + replies.length, 0)
}

/** Fetched once; after changes only where it is shown, so that an edit does not make every open console fetch both libraries. */
export const useReplyLibrary = (isShown = true) =>
  useQuery({
    queryKey: quickReplyKeys.library,
    queryFn: () => call(quickReplyApi.groupReplies),
    enabled: ({ state }) => isShown || state.data === undefined,
  })
