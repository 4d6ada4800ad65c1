import { createConnection, type ConnectionStatus } from '@ruwu/chat-client'
import { eventApi, roleApi, type KickReason } from '@ruwu/contract'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { SessionEnded } from '../api/errors.ts'
import { threadStore } from '../features/workbench/thread/thread-store.ts'
import { noteTyping } from '../features/workbench/thread/customer-typing.ts'
import { notePreview } from '../features/preview/preview-frames.ts'
import { readSession } from '../session/session.ts'
import { browserTimers, openSocket, socketAddress, watchBrowser } from './browser-socket.ts'
import { dispatch } from './dispatch.ts'
import { createEventFeed } from './event-feed.ts'
import { createGatherer } from './batch-events.ts'

/** Open thread: one display frame. */
const OPEN_MS = 16
/** Elsewhere: rows that move more often are unreadable, and each batch costs a pass over the list. */
const ELSEWHERE_MS = 200

export type RealtimeOptions = {
  cache: QueryClient
  baseline: number | null
  onStatus(status: ConnectionStatus): void
  onKick(reason: KickReason): void
  onSessionEnd(): void
}

/** The tab's connection: applies the server's events to the query cache. */
export function startRealtime({ cache, baseline, onStatus, onKick, onSessionEnd }: RealtimeOptions) {
  const feed = createEventFeed({
    baseline,
    fetchPage: (after) => call(eventApi.list, { body: { after } }),
    apply: (type, payload) => dispatch(cache, type, payload),
    reset: () => void cache.invalidateQueries(),
  })
  const pushed = createGatherer<Parameters<typeof feed.receive>>(
    (events) =>
      notifyManager.batch(() => {
        for (const event of events) feed.receive(...event)
      }),
    browserTimers,
  )
  const connection = createConnection({
    createSocket: (listener) => openSocket(socketAddress(readSession()?.token ?? ''), listener),
    timers: browserTimers,
    random: Math.random,
    watch: watchBrowser,
    checkSession,
    // Reported as connected only after missed events were applied, which starts with the server's first sequence
    // number.
    onStatus: (status) => status !== 'connected' && onStatus(status),
    onServerSeq: (seq) => {
      // Queued events would otherwise look like missed ones.
      pushed.flush()
      void feed.serverSeq(seq).then(() => onStatus(connection.status()))
    },
    onEvent: (seq, type, payload) =>
      pushed.add([seq, type, payload], threadStore.isOpen(payload.customerId) ? OPEN_MS : ELSEWHERE_MS),
    onFrame: (frame) => {
      if (frame.type === 'typing') noteTyping(frame.attendee)
      notePreview(frame)
    },
    onKick,
    onSessionEnd,
  })
  connection.start()
  return connection
}

/** Any authenticated call shows whether the session is valid; a 401 also ends it. */
async function checkSession(): Promise<boolean> {
  try {
    await call(roleApi.ownPermissions)
    return true
  } catch (error) {
    if (error instanceof SessionEnded) return false
    throw error
  }
}
