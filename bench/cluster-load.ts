import { setTimeout as sleep } from 'node:timers/promises'
import { TestSocket } from '@ruwu/testkit'
import { SOCKET_PATH } from '@ruwu/contract'
import { createGroup, registerAll } from './chat-server.ts'

const GROUPS = 8
const ATTEMPT_MS = 1_000
const PAUSE_MS = 60
/** So that tables grow beyond the files of the log within the run. */
const PADDING = '.'.repeat(600)

type Group = { topicId: string; tokens: [string, string] }
type Sent = { topicId: string; chatId: string; seq: number; at: number }

/** Users in groups of two who send by any node, as a client does: again under the same id until it is acknowledged. */
export class ClusterLoad {
  readonly sent: Sent[] = []
  readonly screens: { topicId: string; socket: TestSocket; from: number }[] = []
  private readonly urls: readonly string[]
  private readonly groups: Group[] = []
  private readonly over = new AbortController()
  private running: Promise<unknown> = Promise.resolve()
  private ackedAt = performance.now()
  private longestMs = 0

  constructor(urls: readonly string[]) {
    this.urls = urls
  }

  async start(): Promise<void> {
    const names = Array.from({ length: GROUPS * 2 }, (_, n) => `fault${n}`)
    const tokens = await registerAll(this.urls[0] ?? '', names)
    for (let n = 0; n < GROUPS; n += 1) {
      const pair = [tokens[2 * n] ?? '', tokens[2 * n + 1] ?? ''] as [string, string]
      this.groups.push({
        topicId: await createGroup(this.urls[0] ?? '', pair[0], [names[2 * n + 1] ?? '']),
        tokens: pair,
      })
    }
    await this.openScreens()
    this.ackedAt = performance.now()
    this.running = Promise.all(this.groups.map((group, index) => this.send(group, index)))
  }

  /** A socket of each group's second user on every node; those that a fault closed are opened again. */
  async openScreens(): Promise<void> {
    for (const { topicId, tokens } of this.groups) {
      for (const url of this.urls) {
        const socket = await TestSocket.open(`${url.replace('http', 'ws')}${SOCKET_PATH}?token=${tokens[1]}`)
        await socket.roundTrip()
        const from = Math.max(1, ...this.sent.filter((each) => each.topicId === topicId).map(({ seq }) => seq)) + 1
        this.screens.push({ topicId, socket, from })
      }
    }
  }

  async closeScreens(): Promise<void> {
    for (const { socket } of this.screens.splice(0)) if (!socket.closed) await socket.close()
  }

  /** The longest time without any acknowledgement since it was last asked for. */
  takeLongestMs(): number {
    const longest = Math.max(this.longestMs, performance.now() - this.ackedAt)
    this.longestMs = 0
    this.ackedAt = performance.now()
    return longest
  }

  async stop(): Promise<void> {
    this.over.abort()
    await this.running
    await this.closeScreens()
  }

  private async send({ topicId, tokens }: Group, index: number): Promise<void> {
    for (let n = 0; !this.over.signal.aborted; n += 1) {
      const chatId = `${index}-${n}`
      for (let attempt = 0; !this.over.signal.aborted; attempt += 1) {
        const url = this.urls[(index + n + attempt) % this.urls.length]
        const seq = await this.try(`${url}/api/chat/send`, tokens[0], { topicId, chatId })
        if (seq === undefined) continue
        this.sent.push({ topicId, chatId, seq, at: performance.now() })
        this.longestMs = Math.max(this.longestMs, performance.now() - this.ackedAt)
        this.ackedAt = performance.now()
        break
      }
      await sleep(PAUSE_MS)
    }
  }

  private async try(url: string, token: string, to: { topicId: string; chatId: string }): Promise<number | undefined> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ ...to, content: { type: 'text', text: to.chatId + PADDING } }),
        signal: AbortSignal.timeout(ATTEMPT_MS),
      })
      if (response.ok) return ((await response.json()) as { seq: number }).seq
    } catch {
      // Like a refusal: sent again.
    }
    await sleep(20)
    return undefined
  }
}
