import { createConnection, type ConnectionOptions, type ConnectionStatus } from '@ruwu/chat-client'
import { eventApi, roleApi, type KickReason } from '@ruwu/contract'
import { notifyManager } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { SessionEnded } from '../api/errors.ts'
import { currentAgentId } from '../session/current-agent.ts'
import { readSession } from '../session/session.ts'
import { browserTimers, openSocket, watchBrowser } from './browser-socket.ts'
import { createEventFeed } from './event-feed.ts'
import { createEventBatcher } from './batch-events.ts'

/** Open thread: one display frame. */
const URGENT_MS = 16
/** Elsewhere: rows that move more often are unreadable, and each batch costs a pass over the list. */
const BACKGROUND_MS = 200

export type RealtimeOptions = {
  baseline: number | null
  /** Applies one event to the cache; called in sequence order. Must not throw: later events depend on it. */
  onEvent(type: string, payload: Record<string, unknown>): void
  /** Too many events were missed to replay them: everything is loaded again. */
  onReset(): void
  /** A frame of the chat protocol. */
  onFrame: ConnectionOptions['onFrame']
  /** Whether an event changes what the agent is reading now. */
  isUrgent(payload: Record<string, unknown>): boolean
  onStatus(status: ConnectionStatus): void
  /** `token`: of the socket that was kicked or closed. */
  onKick(reason: KickReason, token: string | undefined): void
  onSessionEnd(token: string | undefined): void
}

/** The tab's connection: passes on the server's events, each once and in order. */
export function startRealtime(options: RealtimeOptions) {
  const { baseline, onEvent, onReset, onFrame, isUrgent, onStatus, onKick, onSessionEnd } = options
  const feed = createEventFeed({
    baseline,
    fetchPage: (after) => call(eventApi.list, { body: { after } }),
    apply: onEvent,
    reset: onReset,
  })
  const pushed = createEventBatcher<Parameters<typeof feed.receive>>(
    (events) =>
      notifyManager.batch(() => {
        for (const event of events) feed.receive(...event)
      }),
    browserTimers,
  )
  let token: string | undefined
  const connection = createConnection({
    createSocket: (listener) => {
      token = readSession()?.token
      return openSocket(token ?? '', listener)
    },
    userId: () => currentAgentId() ?? '',
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
    onEvent: (seq, type, payload) => pushed.add([seq, type, payload], isUrgent(payload) ? URGENT_MS : BACKGROUND_MS),
    onFrame,
    onKick: (reason) => onKick(reason, token),
    onSessionEnd: () => onSessionEnd(token),
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
