import { SOCKET } from '@ruwu/domain'
import { backoffMs } from './backoff.ts'
import type { ConnectionOptions, ConnectionStatus, SocketLike, WakeUps } from './connection-options.ts'
import { parseRecord } from './json.ts'
import { readFrame } from './read-frame.ts'
import { CLOSE_KICKED, CLOSE_REVOKED, isKickReason } from './wire.ts'

/** A link that is silent for a keepalive and an answer's patience is dead, whatever the socket says. */
const DEAD_LINK_MS = SOCKET.keepaliveMs + SOCKET.responseTimeoutMs

type Attempt = { opened: boolean; socket?: SocketLike }

export type Connection = ReturnType<typeof createConnection>

/** One socket kept alive: keepalive, dead-link detection, reconnecting, kick. Knows no browser and no clock of its own. */
export function createConnection(options: ConnectionOptions) {
  const { timers } = options
  let status: ConnectionStatus = 'disconnected'
  let running = false
  let current: Attempt | undefined
  let failures = 0
  let nextAttemptAt = 0
  let unwatch: (() => void) | undefined
  let cancelKeepalive: (() => void) | undefined
  let cancelDeadline: (() => void) | undefined
  let cancelCheck: (() => void) | undefined

  function setStatus(next: ConnectionStatus) {
    if (next === status) return
    status = next
    options.onStatus?.(next)
  }

  function open() {
    cancelCheck?.()
    drop()
    setStatus('connecting')
    expectFrameWithin(SOCKET.responseTimeoutMs)
    const attempt: Attempt = { opened: false }
    current = attempt
    const ifCurrent = (run: () => void) => current === attempt && run()
    attempt.socket = options.createSocket({
      open: () => ifCurrent(() => opened(attempt)),
      message: (data) =>
        ifCurrent(() => {
          expectFrameWithin(DEAD_LINK_MS)
          receive(data)
        }),
      close: (code) => ifCurrent(() => void lose(code, attempt.opened)),
    })
  }

  function opened(attempt: Attempt) {
    attempt.opened = true
    failures = 0
    setStatus('connected')
    expectFrameWithin(DEAD_LINK_MS)
    keepAlive()
  }

  /** Forgets the socket without listening to what it still has to say. */
  function drop() {
    cancelKeepalive?.()
    cancelDeadline?.()
    const last = current
    current = undefined
    last?.socket?.close()
  }

  // Browsers do not surface protocol pings, so the keepalive is a frame of our own.
  function keepAlive() {
    cancelKeepalive?.()
    cancelKeepalive = timers.after(SOCKET.keepaliveMs, () => {
      send({ type: 'nop' })
      keepAlive()
    })
  }

  function expectFrameWithin(ms: number) {
    cancelDeadline?.()
    cancelDeadline = timers.after(ms, () => {
      const wasConnected = status === 'connected'
      drop()
      if (wasConnected) open()
      else retryLater()
    })
  }

  async function lose(code: number, opened: boolean) {
    drop()
    if (code === CLOSE_REVOKED || code === CLOSE_KICKED) return endSession()
    setStatus('disconnected')
    // A refused upgrade looks like any other failure (1006), so whoever never got in asks whether he still may.
    if (!opened && !(await isSessionAlive())) return endSession()
    // Meanwhile somebody may have stopped it or reconnected by hand.
    if (status === 'disconnected') retryLater()
  }

  const isSessionAlive = () => options.checkSession().catch(() => true)

  function retryLater() {
    if (!running) return
    setStatus('disconnected')
    nextAttemptAt = timers.now() + backoffMs(failures, options.random())
    failures += 1
    // The first check comes at a random moment of its period: consoles that lost one server do not return together.
    checkAfter(SOCKET.reconnectCheckMs * options.random())
  }

  function checkAfter(ms: number) {
    cancelCheck?.()
    cancelCheck = timers.after(ms, () => {
      if (timers.now() >= nextAttemptAt) open()
      else checkAfter(SOCKET.reconnectCheckMs)
    })
  }

  function receive(data: unknown) {
    const frame = readFrame(data, timers.now())
    if (!frame) return
    if (frame.type === 'nop' && frame.seq !== undefined) options.onServerSeq?.(frame.seq)
    if (frame.type === 'message' || frame.type === 'hint') {
      const payload = parseRecord(frame.content?.text ?? '')
      if (payload) options.onEvent?.(frame.seq, frame.content?.type ?? '', payload)
    }
    // A kick that names its receiver was caused by himself.
    const isOwn = frame.attendee !== undefined && frame.attendee === options.userId?.()
    if (frame.type === 'kickout' && isKickReason(frame.message) && !isOwn) {
      stop()
      options.onKick?.(frame.message)
    }
    options.onFrame?.(frame)
  }

  function endSession() {
    stop()
    options.onSessionEnd?.()
  }

  function reconnect() {
    if (!running) return
    failures = 0
    open()
  }

  const wakeUps: WakeUps = {
    online: () => status !== 'connected' && reconnect(),
    offline: () => {
      drop()
      if (running) retryLater()
    },
    visible: () => {
      if (status !== 'connected') return reconnect()
      // A sleeping computer keeps dead sockets open: ask, and give it an answer's patience.
      send({ type: 'nop' })
      expectFrameWithin(SOCKET.responseTimeoutMs)
    },
  }

  function start() {
    if (running) return
    running = true
    unwatch = options.watch?.(wakeUps)
    open()
  }

  function stop() {
    running = false
    unwatch?.()
    unwatch = undefined
    cancelCheck?.()
    drop()
    setStatus('disconnected')
  }

  /** False when there is no open socket to write to. */
  function send(frame: object): boolean {
    if (status !== 'connected') return false
    current?.socket?.send(JSON.stringify(frame))
    return true
  }

  return { start, stop, reconnect, send, status: () => status, isRunning: () => running }
}
