import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PATH } from '@ruwu/contract'
import { Server } from '@ruwu/e2e/server.ts'
import { Malformed, seededRandom, TestSocket } from '@ruwu/testkit'
import { WebSocket } from 'ws'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { registerAll } from './chat-place.ts'

const FUZZERS = 10
const SOCKETS_PER_FUZZER = 4
/** Below what a socket may send in a second, so that nonsense is read rather than cut off. */
const FRAMES_AT_ONCE = 45
const LATE_MS = 5000
const MOST_GROWTH_MB = 24

/**
 * Malformed frames and bodies over every chat route and frame, while two ordinary clients talk. Nothing may fail in the
 * server, the two may notice nothing, and what the server holds in memory at the end is what it held after the warm-up.
 */
export const run: Run = async (report, { isSmall }) => {
  const count = isSmall ? 6000 : 100_000
  const server = await Server.start()
  try {
    const fuzzing = new Fuzzing(server.url, count)
    await fuzzing.prepare()
    const memory = watchMemory(server.url)
    const talking = talk(server.url, () => fuzzing.isOver)
    await fuzzing.run()
    const wrong = await talking
    const growth = await memory.growth()
    for (const line of [...fuzzing.crashes, ...wrong].slice(0, 20)) console.error(line)

    const crashes = fuzzing.crashes.length
    report({ name: 'fuzz.sent', value: fuzzing.sent, unit: 'pieces', budget: count, isWithin: fuzzing.sent >= count })
    report({ name: 'fuzz.crashes', value: crashes, unit: 'answers', budget: 0, isWithin: crashes === 0 })
    report({
      name: 'fuzz.valid_failures',
      value: wrong.length,
      unit: 'messages',
      budget: 0,
      isWithin: wrong.length === 0,
    })
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
  isOver = false
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
    this.isOver = true
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
        await Promise.race([sleep(1050), closed])
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

/** Two clients who mean it; answers what went wrong for them. */
async function talk(url: string, isOver: () => boolean): Promise<string[]> {
  const [first, second] = await registerAll(url, ['calm1', 'calm2'])
  const open = (token = '') => TestSocket.open(`${url.replace('http', 'ws')}${SOCKET_PATH}?token=${token}`)
  const [mine, theirs] = [await open(first), await open(second)]
  const wrong: string[] = []
  for (let n = 1; !isOver(); n += 1) {
    const began = performance.now()
    mine.send({ type: 'chat', chatId: `c${n}`, topicId: 'calm1:calm2', content: { type: 'text', text: `m${n}` } })
    try {
      const ack = await mine.next((frame) => frame.type === 'resp' && frame.chatId === `c${n}`)
      if (ack.type !== 'resp' || ack.code !== 200 || ack.seq !== n) wrong.push(`ack of ${n}: ${JSON.stringify(ack)}`)
      await theirs.next((frame) => frame.type === 'chat' && frame.seq === n && frame.content.text === `m${n}`)
    } catch (error) {
      wrong.push(`${n}: ${String(error)}`)
      break
    }
    const took = performance.now() - began
    if (took > LATE_MS) wrong.push(`${n} took ${Math.round(took)} ms`)
    mine.frames.length = 0
    theirs.frames.length = 0
    await sleep(100)
  }
  await Promise.all([mine.close(), theirs.close()])
  return wrong
}

/** How much higher the lowest heap of the last fifth lies than that of the second fifth, which is after the warm-up. */
function watchMemory(url: string): { growth(): Promise<number> } {
  const samples: number[] = []
  const end = new AbortController()
  const watching = (async () => {
    while (!end.signal.aborted) {
      const text = await (await fetch(`${url}/metrics`)).text()
      const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
      samples.push((read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes')) / 2 ** 20)
      await sleep(200)
    }
  })()
  return {
    async growth() {
      end.abort()
      await watching
      const fifth = Math.floor(samples.length / 5)
      return Math.min(...samples.slice(4 * fifth)) - Math.min(...samples.slice(fifth, 2 * fifth))
    },
  }
}
