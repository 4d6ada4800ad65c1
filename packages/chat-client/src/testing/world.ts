import { ChatClient } from '../chat-client.ts'
import { fakeTimers } from './fake-link.ts'
import type { Platform } from '../platform.ts'
import { type ChatStorage, memoryStorage } from '../storage.ts'
import { FakeServer, type Line } from './fake-server.ts'

/** 0 ≤ n < 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A fake server, a manual clock, and clients. */
export function world(random: () => number = seeded(1)) {
  const { timers, pass } = fakeTimers()
  const server = new FakeServer(() => timers.now())
  const errors: unknown[] = []

  const crashes = new Map<ChatClient, () => void>()

  /** A client's platform, and a crash that cuts it off. */
  function platform(stored: ChatStorage): { own: Platform; crash(): void } {
    let isAlive = true
    const never = new Promise<never>(() => undefined)
    const lines = new Set<Line>()
    const storage = {
      ...stored,
      write: (changes: ReadonlyMap<string, unknown>) => (isAlive ? stored.write(changes) : never),
    }
    const own: Platform = {
      fetch: async (url, init) => {
        const response = await server.fetch(url, init)
        return isAlive ? response : never
      },
      openSocket: (url, listener) => {
        const { line, socket } = server.connect(url, listener)
        lines.add(line)
        return socket
      },
      timers: { now: timers.now, after: (ms, run) => timers.after(ms, () => isAlive && run()) },
      clock: () => new Date(server.time()),
      random,
      randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
      openStorage: () => storage,
      report: (error) => errors.push(error),
    }
    const crash = () => {
      isAlive = false
      for (const line of lines) server.lines.delete(line)
    }
    return { own, crash }
  }

  /** Flushes microtasks. */
  async function settle(rounds = 3): Promise<void> {
    for (let i = 0; i < rounds; i += 1) await tick()
  }

  /** Delivers everything in flight. */
  async function flush(): Promise<void> {
    do await settle()
    while (server.flush())
    await settle()
  }

  async function client(userId: string, storage: ChatStorage = memoryStorage()): Promise<ChatClient> {
    const { own, crash } = platform(storage)
    const made = new ChatClient({ host: 'http://chat.test', platform: own })
    crashes.set(made, crash)
    await made.login(userId, 'secret1')
    return made
  }

  async function online(userId: string, storage?: ChatStorage): Promise<ChatClient> {
    const made = await client(userId, storage)
    await made.connect()
    await flush()
    return made
  }

  /** No close frames; only stored data survives. */
  const crash = (client: ChatClient) => crashes.get(client)?.()

  const line = (userId: string) => [...server.lines].find((each) => each.userId === userId)!

  return { server, errors, timers, pass, settle, flush, client, online, crash, line }
}
