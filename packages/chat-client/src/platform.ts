import type { SocketLike, SocketListener, Timers, WakeUps } from './connection-options.ts'
import type { Fetch } from './http.ts'
import { indexedDbStorage } from './indexed-db-storage.ts'
import { type ChatStorage, memoryStorage } from './storage.ts'

/** The client's environment: network, storage, time, randomness. */
export type Platform = {
  fetch: Fetch
  openSocket(url: string, listener: SocketListener): SocketLike
  /** Monotonic clock and timers; any epoch. */
  timers: Timers
  /** Wall clock. */
  clock(): Date
  /** 0 ≤ n < 1. */
  random(): number
  randomBytes(count: number): Uint8Array
  watch?(wakeUps: WakeUps): () => void
  openStorage(userId: string): ChatStorage
  report(error: unknown): void
}

const timers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** The browser's or Node's implementation; the only file that uses globals. */
export const platform: Platform = {
  fetch: (url, init) => fetch(url, init),
  openSocket(url, listener) {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => listener.open())
    socket.addEventListener('message', (event) => listener.message(event.data))
    socket.addEventListener('close', (event) => listener.close(event.code))
    return {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: () => socket.close(),
    }
  },
  timers,
  clock: () => new Date(),
  random: Math.random,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  watch: watchBrowser,
  openStorage: (userId) =>
    typeof indexedDB === 'undefined' ? memoryStorage() : indexedDbStorage(indexedDB, `ruwu-chat-${userId}`, timers),
  report: (error) => console.error(error),
}

function watchBrowser({ online, offline, visible }: WakeUps): () => void {
  if (typeof document === 'undefined') return () => undefined
  const onVisibility = () => document.visibilityState === 'visible' && visible()
  addEventListener('online', online)
  addEventListener('offline', offline)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    removeEventListener('online', online)
    removeEventListener('offline', offline)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Socket URL of a host; '' is the page's own host. */
export function socketUrl(host: string, path: string, token: string): string {
  const url = new URL(path, host || location.href)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  url.searchParams.set('device', 'web')
  url.searchParams.set('token', token)
  return url.href
}
