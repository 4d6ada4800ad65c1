import type { QueryClient } from '@tanstack/react-query'
import { onPreviewFrame } from '../features/preview/preview.events.ts'
import { noteTyping, threadStore } from '../features/workbench/index.ts'
import { createDebouncedRefresh } from '../realtime/debounced-refresh.ts'
import { startRealtime, type RealtimeOptions } from '../realtime/realtime.ts'
import { dispatchEvent } from './dispatch-events.ts'

type ConnectOptions = Pick<RealtimeOptions, 'baseline' | 'onStatus' | 'onKick' | 'onSessionEnd'>

/** A fault that comes with every event must not make every open console load everything all the time. */
const FAULT_TIMES = { quietMs: 500, periodMs: 30_000 }

/** The connection with all that its events change. Part of the shell: a page without it would show old data and not know. */
export function connect(cache: QueryClient, options: ConnectOptions) {
  const refetchAll = () => {
    void cache.invalidateQueries()
    threadStore.reload()
  }
  const refetchAfterFault = createDebouncedRefresh(refetchAll, FAULT_TIMES)
  return startRealtime({
    ...options,
    onEvent: (type, payload) => {
      if (!dispatchEvent(cache, type, payload)) refetchAfterFault()
    },
    onReset: refetchAll,
    onFrame: (frame) => {
      if (frame.type === 'typing') noteTyping(frame.attendee)
      onPreviewFrame(frame)
    },
    isUrgent: (payload) => threadStore.isOpen(payload.customerId),
  })
}
