import type { QueryClient } from '@tanstack/react-query'
import { onPreviewFrame } from '../features/preview/preview.events.ts'
import { noteTyping, threadStore } from '../features/workbench/index.ts'
import { startRealtime, type RealtimeOptions } from '../realtime/realtime.ts'
import { dispatchEvent } from './dispatch-events.ts'

type ConnectOptions = Pick<RealtimeOptions, 'baseline' | 'onStatus' | 'onKick' | 'onSessionEnd'>

/** The connection with all that its events change. Part of the shell: a page without it would show old data and not know. */
export const connect = (cache: QueryClient, options: ConnectOptions) =>
  startRealtime({
    ...options,
    cache,
    onEvent: (type, payload) => dispatchEvent(cache, type, payload),
    onReset: () => threadStore.reload(),
    onFrame: (frame) => {
      if (frame.type === 'typing') noteTyping(frame.attendee)
      onPreviewFrame(frame)
    },
    isUrgent: (payload) => threadStore.isOpen(payload.customerId),
  })
