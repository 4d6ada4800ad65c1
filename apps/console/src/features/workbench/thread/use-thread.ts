import type { CustomerId, MessageId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { showError } from '../../../api/show-error.ts'
import { useRealtime } from '../../../realtime/realtime-context.ts'
import { threadStore } from './thread-store.ts'
import type { Thread } from './create-thread-store.ts'

/** A customer's thread, loaded at its end or around a given message. Events keep it up to date. */
export function useThread(customerId: CustomerId, messageId?: MessageId) {
  const thread = useHeldThread(customerId)
  const hasBegun = useRef(false)
  const { error, refetch } = useQuery({
    queryKey: ['message', 'thread', customerId],
    // A held thread renders at once and is refetched on every opening.
    queryFn: async () => {
      if (messageId && !hasBegun.current) await locate(customerId, messageId)
      else await threadStore.load(customerId)
      hasBegun.current = true
      return true
    },
    gcTime: 0,
    staleTime: Infinity,
  })
  // Another message of the same customer is requested.
  const asked = useRef(messageId)
  useEffect(() => {
    if (messageId === asked.current) return
    asked.current = messageId
    if (messageId) void locate(customerId, messageId)
  }, [customerId, messageId])
  useCatchUp(customerId)
  return { thread: isLoaded(thread) ? thread : undefined, error, refetch }
}

/** A deleted message is reported; the thread is shown all the same. */
async function locate(customerId: CustomerId, messageId: MessageId) {
  try {
    await threadStore.locate(customerId, { messageId })
  } catch (error) {
    await threadStore.load(customerId)
    showError(error)
  }
}

/** The thread as held in the store; no request. */
function useHeldThread(customerId: CustomerId): Thread | undefined {
  const subscribe = useCallback((listener: () => void) => threadStore.subscribe(customerId, listener), [customerId])
  return useSyncExternalStore(subscribe, () => threadStore.find(customerId))
}

/** Whether messages are loaded; pending ones alone do not count. */
const isLoaded = (thread: Thread | undefined): thread is Thread =>
  thread !== undefined && (thread.state.messages.length > 0 || !thread.state.hasMoreAfter)

/** After a reconnect the messages since the last sequence number are fetched. */
function useCatchUp(customerId: CustomerId) {
  const { status } = useRealtime()
  const wasCut = useRef(false)
  useEffect(() => {
    if (status === 'disconnected') wasCut.current = true
    if (status !== 'connected' || !wasCut.current) return
    wasCut.current = false
    // The event feed catches up as well, so a failure here is repaired by it.
    threadStore.catchUp(customerId).catch(() => {})
  }, [status, customerId])
}
