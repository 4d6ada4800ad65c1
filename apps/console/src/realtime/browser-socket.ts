import { SOCKET_FRAMES, SOCKET_PATH } from '@ruwu/contract'
import type { SocketLike, SocketListener, Timers, WakeUps } from '@ruwu/chat-client'
import { runtimeConfig } from '../browser/runtime-config.ts'

/** The configured push URL, else the page's own host. */
export function socketAddress(token: string): string {
  const { pushUrl } = runtimeConfig()
  const url = new URL(pushUrl || SOCKET_PATH, location.href)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  url.searchParams.set('device', 'web')
  url.searchParams.set(SOCKET_FRAMES.parameter, SOCKET_FRAMES.eventsOnly)
  url.searchParams.set('token', token)
  return url.href
}

export function openSocket(address: string, listener: SocketListener): SocketLike {
  const socket = new WebSocket(address)
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
