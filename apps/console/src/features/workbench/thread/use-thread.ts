import type { CustomerId, CustomerMessage, MessageId } from '@ruwu/contract'
import { findQuoted } from '@ruwu/domain'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useRealtime } from '../../../realtime/realtime-context.ts'
import { placeOf } from './create-thread-store.ts'
import { threadStore } from './thread-store.ts'
import type { Thread } from './held-threads.ts'
import { isLoaded } from './thread-window.ts'

/** A customer's thread, opened at its end or around a given message. Events keep it up to date. */
export function useThread(customerId: CustomerId, messageId?: MessageId, seq?: number) {
  const thread = useHeldThread(customerId)
  const openedFor = useRef<CustomerId>(undefined)
  useEffect(() => {
    // Leaving a linked message keeps the reading position; only another customer or another message opens again.
    const place = placeOf(messageId, seq)
    if (openedFor.current === customerId && !place) return
    openedFor.current = customerId
    void threadStore.open(customerId, place)
  }, [customerId, messageId, seq])
  useCatchUp(customerId)
  return {
    thread: isLoaded(thread?.state) ? thread : undefined,
    error: thread?.failure,
    reopen: () => void threadStore.open(customerId, placeOf(messageId, seq)),
  }
}

/** The thread as held in the store; no request. */
function useHeldThread(customerId: CustomerId): Thread | undefined {
  const subscribe = useCallback((listener: () => void) => threadStore.subscribe(customerId, listener), [customerId])
  return useSyncExternalStore(subscribe, () => threadStore.find(customerId))
}

/** The message that another one quotes; a recall shows at once. */
export function useQuoted(customerId: CustomerId, chatId: string): CustomerMessage | undefined {
  const subscribe = useCallback((listener: () => void) => threadStore.subscribe(customerId, listener), [customerId])
  return useSyncExternalStore(subscribe, () => {
    const state = threadStore.find(customerId)?.state
    return state && findQuoted(state, chatId)
  })
}

/** After a reconnect the messages since the last sequence number are fetched; a thread that failed to open is opened. */
function useCatchUp(customerId: CustomerId) {
  const { status } = useRealtime()
  const wasCut = useRef(false)
  useEffect(() => {
    if (status === 'disconnected') wasCut.current = true
    if (status !== 'connected' || !wasCut.current) return
    wasCut.current = false
    if (threadStore.find(customerId)?.failure !== undefined) void threadStore.open(customerId)
    // The event feed catches up as well, so a failure here is repaired by it.
    else threadStore.catchUp(customerId).catch(() => {})
  }, [status, customerId])
}
