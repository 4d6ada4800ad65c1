import { SOCKET } from '@ruwu/domain'
import { backoffMs } from './backoff.ts'
import type { ConnectionOptions, ConnectionStatus, SocketLike, WakeUps } from './connection-options.ts'
import { parseRecord } from './json.ts'
import { readFrame } from './read-frame.ts'
import { CLOSE_KICKED, CLOSE_REVOKED, isKickReason } from './wire.ts'

/** Without a frame for one keepalive plus one response timeout the link is dead, even if the socket reports open. */
const DEAD_LINK_MS = SOCKET.keepaliveMs + SOCKET.responseTimeoutMs

type Attempt = { opened: boolean; socket?: SocketLike }

export type Connection = ReturnType<typeof createConnection>

/** One socket: keepalive, dead-link detection, reconnect, kick. Socket, timers and randomness are passed in. */
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

  /** Closes the socket and ignores its later callbacks. */
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
    // A refused upgrade is close code 1006 like any network failure, so a socket that never opened checks its session.
    if (!opened && !(await isSessionAlive())) return endSession()
    // stop() or reconnect() may have run during the await.
    if (status === 'disconnected') retryLater()
  }

  const isSessionAlive = () => options.checkSession().catch(() => true)

  function retryLater() {
    if (!running) return
    setStatus('disconnected')
    nextAttemptAt = timers.now() + backoffMs(failures, options.random())
    failures += 1
    // Jitter: consoles that lost the same server must not reconnect at the same moment.
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
    // A kick whose attendee is this user was caused by this user.
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
      // After sleep a dead socket still reports open: send a nop and wait one response timeout.
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

  /** False when no socket is open. */
  function send(frame: object): boolean {
    if (status !== 'connected') return false
    current?.socket?.send(JSON.stringify(frame))
    return true
  }

  return { start, stop, reconnect, send, status: () => status, isRunning: () => running }
}
