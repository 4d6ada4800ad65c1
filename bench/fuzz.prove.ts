import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SOCKET_PATH } from '@ruwu/contract'
import { Server } from '@ruwu/e2e/server.ts'
import { Malformed, seededRandom } from '@ruwu/testkit'
import { WebSocket } from 'ws'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { registerAll } from './chat-server.ts'

const FUZZERS = 10
const SOCKETS_PER_FUZZER = 2
/** Below what a socket may send in a second, so that nonsense is read rather than cut off. */
const FRAMES_AT_ONCE = 12
const MOST_GROWTH_MB = 32
const PIECES = 100_000

/**
 * Malformed frames and bodies over every chat route and frame, while two ordinary clients talk. Nothing may fail in the
 * server, the two may notice nothing, and what the server holds in memory at the end is what it held after the warm-up.
 */
export const run: Run = async (report) => {
  const server = await Server.start()
  try {
    const fuzzing = new Fuzzing(server.url, PIECES)
    await fuzzing.prepare()
    const memory = watchMemory(server.url)
    const stopTalk = startCalmTalk(server.url)
    await fuzzing.run()
    const { sent, wrong } = await stopTalk()
    const growth = await memory.growth()
    for (const line of [...fuzzing.crashes, ...wrong].slice(0, 20)) console.error(line)

    const crashes = fuzzing.crashes.length
    const failed = wrong.length + (sent > 0 ? 0 : 1)
    report({ name: 'fuzz.sent', value: fuzzing.sent, unit: 'pieces', budget: PIECES, isWithin: fuzzing.sent >= PIECES })
    report({ name: 'fuzz.crashes', value: crashes, unit: 'answers', budget: 0, isWithin: crashes === 0 })
    report({ name: 'fuzz.valid_failures', value: failed, unit: 'messages', budget: 0, isWithin: failed === 0 })
    report({
      name: 'fuzz.memory_growth',
      value: growth,
      unit: 'MB',
      budget: MOST_GROWTH_MB,
      isWithin: growth <= MOST_GROWTH_MB,
    })
  } finally {
    await server.stop()
  }
}

type Fuzzer = { token: string; malformed: Malformed }

class Fuzzing {
  sent = 0
  readonly crashes: string[] = []
  private readonly url: string
  private readonly count: number
  private readonly random = seededRandom(20_260_316)
  private fuzzers: Fuzzer[] = []

  constructor(url: string, count: number) {
    this.url = url
    this.count = count
  }

  /** Each with a group and a DM of its own, so that nonsense reaches what only members reach. */
  async prepare(): Promise<void> {
    const names = Array.from({ length: FUZZERS }, (_, n) => `fuzzer${n}`)
    const tokens = await registerAll(this.url, names)
    for (const [n, token] of tokens.entries()) {
      const mate = names[(n + 1) % FUZZERS] ?? ''
      const response = await fetch(`${this.url}/api/topic/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ members: [mate] }),
      })
      const { id } = (await response.json()) as { id: string }
      const ids = [id, id, `${names[n]}:${mate}`, `${mate}:${names[n]}`, mate, names[n] ?? '', 'calm1', 'calm1:calm2']
      this.fuzzers.push({ token, malformed: new Malformed(this.random, ids) })
    }
  }

  async run(): Promise<void> {
    const requests = this.fuzzers.map((each) => this.post(each))
    const sockets = this.fuzzers.flatMap((each) => Array.from({ length: SOCKETS_PER_FUZZER }, () => this.write(each)))
    await Promise.all([...requests, ...sockets])
  }

  private isDone(): boolean {
    return this.sent >= this.count
  }

  private async post({ token, malformed }: Fuzzer): Promise<void> {
    while (!this.isDone()) {
      const { method, path, contentType, body } = malformed.request()
      if (path === '/auth/logout') continue
      this.sent += 1
      const headers = {
        authorization: `Bearer ${token}`,
        ...(contentType ? { 'content-type': contentType } : {}),
      }
      try {
        const response = await fetch(this.url + path, {
          method,
          headers,
          ...(body ? { body: new Uint8Array(body) } : {}),
        })
        await response.arrayBuffer()
        if (response.status >= 500)
          this.crashes.push(`${response.status} ${method} ${path.slice(0, 100)} ${body?.toString().slice(0, 200)}`)
      } catch (error) {
        this.crashes.push(`${method} ${path.slice(0, 100)}: ${String(error)}`)
      }
    }
  }

  private async write({ token, malformed }: Fuzzer): Promise<void> {
    while (!this.isDone()) {
      const socket = new WebSocket(`${this.url.replace('http', 'ws')}${SOCKET_PATH}?token=${token}`)
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      socket.on('error', (error) => this.crashes.push(`socket: ${error.message}`))
      socket.on('message', (data: Buffer) => this.check(data))
      await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
      while (!this.isDone() && socket.readyState === WebSocket.OPEN) {
        for (let n = 0; n < FRAMES_AT_ONCE && !this.isDone(); n += 1) {
          const { data, isBinary } = malformed.frame()
          this.sent += 1
          socket.send(data, { binary: isBinary })
        }
        await Promise.race([sleep(250), closed])
      }
      socket.close()
      await closed
    }
  }

  private check(data: Buffer): void {
    const frame = JSON.parse(data.toString()) as { type: string; code?: number }
    if (frame.type === 'resp' && frame.code !== 501 && (frame.code ?? 0) >= 500)
      this.crashes.push(data.toString().slice(0, 300))
  }
}

/** Ordinary clients beside it, in a process of their own so that the flood does not slow them down by itself. */
function startCalmTalk(url: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('steady-clients.ts', import.meta.url))], {
    env: { ...process.env, SERVER_URL: url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return async (): Promise<{ sent: number; wrong: string[] }> => {
    child.stdin.end()
    return JSON.parse(await text(child.stdout)) as { sent: number; wrong: string[] }
  }
}

/** How much higher the lowest heap of the last fifth lies than that of the second fifth, which is after the warm-up. */
function watchMemory(url: string): { growth(): Promise<number> } {
  const samples: number[] = []
  const end = new AbortController()
  const watching = (async () => {
    while (!end.signal.aborted) {
      // A server that is gone is the flood's to report.
      const figures = await fetch(`${url}/metrics`).then(
        (response) => response.text(),
        () => '',
      )
      const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(figures)?.[1] ?? Number.NaN)
      samples.push((read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes')) / 2 ** 20)
      await sleep(200)
    }
  })()
  return {
    async growth() {
      end.abort()
      await watching
      // What is no longer needed is given back in one go, every twenty seconds or so: each part is long enough to see it happen.
      const [warm, half] = [Math.floor(samples.length / 10), Math.floor(samples.length / 2)]
      return Math.min(...samples.slice(half)) - Math.min(...samples.slice(warm, half))
    },
  }
}
