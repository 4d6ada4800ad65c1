import { type CustomerDetail, customerApi } from '@ruwu/contract'
import { createStore, useStore } from '@ruwu/ui/store.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { useChatRequest } from '../../chat-requests.ts'
import { MODEL_HELP_KEY } from '../../model-help.queries.ts'
import type { Thread } from '../held-threads.ts'
import { type Message, useSaid } from './use-strip-place.ts'

/** Customers whose return was put away, with the number of their messages then: not offered again before they write once more. */
const putAway = createStore<ReadonlySet<string>>(new Set())

/**
 * The summary above the thread: on demand, and when the customer comes back after a day. What costs points is made only when the agent asks for
 * it. The request is cancelled when another customer is opened.
 */
export function useSummary({ customerId, inboundCount }: CustomerDetail, thread: Thread | undefined, points: number) {
  const cache = useQueryClient()
  const visit = `${customerId} ${inboundCount}`
  const [isWanted, setIsWanted] = useState(false)
  const isPutAway = useStore(putAway, (visits) => visits.has(visit))
  const { messages, said, silence } = useSaid(thread)
  const isReturn = silence !== undefined && !isPutAway
  const isAsked = isWanted || (isReturn && points === 0)
  const queryKey = ['thread-summary', customerId]
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const made = await call(customerApi.summary, { body: { customerId, maxPoints: points } }, { signal })
      if (made.problem !== '') void cache.invalidateQueries({ queryKey: MODEL_HELP_KEY })
      return made
    },
    enabled: isAsked,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // What was recalled since is not told any more.
  const isRecalled = ({ seq, recall, updatedAt }: Message) =>
    recall && data !== undefined && seq <= data.seq && updatedAt > data.madeAt
  const isTellable = !messages?.some(isRecalled)
  const summary = isAsked && isTellable ? data : undefined
  const show = () => {
    setIsWanted(true)
    // One of before may be in the cache.
    if (isAsked || !isTellable) void refetch()
  }
  useChatRequest(customerId, 'summary', show)
  return {
    isShown: isWanted || isReturn,
    silence: isReturn ? silence : undefined,
    summary,
    error: isAsked && !isFetching ? error : null,
    isMaking: isAsked && isFetching,
    /** More was said since. */
    isOld: summary !== undefined && (said?.at(-1)?.seq ?? 0) > summary.seq,
    show,
    close: () => {
      setIsWanted(false)
      // Nothing is charged for what nobody waits for.
      void cache.cancelQueries({ queryKey })
      putAway.set(new Set([...putAway.get(), visit]))
    },
  }
}
