import type { CustomerId, MessageId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { showError } from '../../../api/show-error.ts'
import { useRealtime } from '../../../shell/realtime-provider.tsx'
import { threadStore } from './thread-store.ts'
import type { Thread } from './create-thread-store.ts'

/** The thread of a customer, loaded to its end, or around a message that is looked for. Events keep it as it is. */
export function useThread(customerId: CustomerId, messageId?: MessageId) {
  const thread = useHeldThread(customerId)
  const hasBegun = useRef(false)
  const { error, refetch } = useQuery({
    queryKey: ['message', 'thread', customerId],
    // What is held is shown at once, and asked for again at every opening and after too long an absence.
    queryFn: async () => {
      if (messageId && !hasBegun.current) await locate(customerId, messageId)
      else await threadStore.load(customerId)
      hasBegun.current = true
      return true
    },
    gcTime: 0,
    staleTime: Infinity,
  })
  // Another message of the same customer is looked for.
  const asked = useRef(messageId)
  useEffect(() => {
    if (messageId === asked.current) return
    asked.current = messageId
    if (messageId) void locate(customerId, messageId)
  }, [customerId, messageId])
  useCatchUp(customerId)
  return { thread: isLoaded(thread) ? thread : undefined, error, refetch }
}

/** A message that is not there any more is told; the thread is shown all the same. */
async function locate(customerId: CustomerId, messageId: MessageId) {
  try {
    await threadStore.locate(customerId, { messageId })
  } catch (error) {
    await threadStore.load(customerId)
    showError(error)
  }
}

/** As far as it is held; nothing is asked. */
function useHeldThread(customerId: CustomerId): Thread | undefined {
  const subscribe = useCallback((listener: () => void) => threadStore.subscribe(customerId, listener), [customerId])
  return useSyncExternalStore(subscribe, () => threadStore.find(customerId))
}

/** Whether anything of it is known; what is on its way alone is no thread yet. */
const isLoaded = (thread: Thread | undefined): thread is Thread =>
  thread !== undefined && (thread.state.messages.length > 0 || !thread.state.hasMoreAfter)

/** When the line comes back, what was said meanwhile is asked for by number. */
function useCatchUp(customerId: CustomerId) {
  const { status } = useRealtime()
  const wasCut = useRef(false)
  useEffect(() => {
    if (status === 'disconnected') wasCut.current = true
    if (status !== 'connected' || !wasCut.current) return
    wasCut.current = false
    // The events of the meantime bring the same; a failure here is made good by them.
    threadStore.catchUp(customerId).catch(() => {})
  }, [status, customerId])
}
