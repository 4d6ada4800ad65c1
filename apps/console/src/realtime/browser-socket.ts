import { SOCKET_FRAMES, SOCKET_PATH, SOCKET_PROTOCOL } from '@ruwu/contract'
import type { SocketLike, SocketListener, Timers, WakeUps } from '@ruwu/chat-client'
import { runtimeConfig } from '../browser/runtime-config.ts'

/** The configured push URL, else the page's own host. */
function socketAddress(): string {
  const { pushUrl } = runtimeConfig()
  const url = new URL(pushUrl || SOCKET_PATH, location.href)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  url.searchParams.set('device', 'web')
  url.searchParams.set(SOCKET_FRAMES.parameter, SOCKET_FRAMES.eventsOnly)
  return url.href
}

export function openSocket(token: string, listener: SocketListener): SocketLike {
  const socket = new WebSocket(socketAddress(), [SOCKET_PROTOCOL.name, SOCKET_PROTOCOL.tokenPrefix + token])
  socket.addEventListener('open', () => listener.open())
  socket.addEventListener('message', (event) => listener.message(event.data))
  socket.addEventListener('close', (event) => listener.close(event.code))
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(),
  }
}

export const browserTimers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export function watchBrowser({ online, offline, visible }: WakeUps) {
  const onVisibility = () => document.visibilityState === 'visible' && visible()
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
