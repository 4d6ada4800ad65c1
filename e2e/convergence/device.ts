import { type ChatStorage, platform as ownPlatform, type Platform } from '@ruwu/chat-client'
import { Link } from './link.ts'
import type { Nodes } from './nodes.ts'

export const HOST = 'http://chat.test'

export type DeviceOptions = {
  nodes: Nodes
  timers: Platform['timers']
  random(): number
  storage: ChatStorage
  report(error: unknown): void
  /** Records a fault. */
  note(what: string): void
}

/** One client's platform: a network with losses, a clock that is moved by the test, a storage that outlives a crash. */
export class Device {
  readonly platform: Platform
  readonly links = new Set<Link>()
  /** Probability that an HTTP request never reaches the server, and that its answer is lost. */
  loss = { requests: 0, answers: 0 }
  callsUnderWay = 0
  callsDone = 0
  private readonly options: DeviceOptions
  private isAlive = true
  private isCalm = false

  constructor(options: DeviceOptions) {
    const { nodes, timers, random, storage, report } = options
    this.options = options
    this.platform = {
      fetch: (url, init) => this.fetch(url, init),
      openSocket: (url, listener) => this.openSocket(url, listener),
      timers: { now: timers.now, after: (ms, run) => timers.after(ms, () => this.isAlive && run()) },
      clock: nodes.clock.now,
      random,
      randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
      openStorage: () => ({ ...storage, write: (changes) => (this.isAlive ? storage.write(changes) : never()) }),
      report,
    }
  }

  calmDown(): void {
    this.isCalm = true
    this.loss = { requests: 0, answers: 0 }
    for (const link of this.links) link.calmDown()
  }

  /** Ends without closing anything; only the storage is left. */
  crash(): void {
    this.isAlive = false
    for (const link of this.links) link.close()
  }

  private openSocket(url: string, listener: Parameters<Platform['openSocket']>[1]): ReturnType<Platform['openSocket']> {
    const address = this.options.nodes.address(this.options.random())
    if (!address) {
      setImmediate(() => listener.close(1006))
      return { send: () => undefined, close: () => undefined }
    }
    const to = url.replace(/^ws:\/\/chat\.test/, `ws://${address}`)
    const link: Link = new Link(to, listener, this.isCalm, () => this.links.delete(link))
    this.links.add(link)
    return link
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    const { nodes, random, note } = this.options
    const address = nodes.address(random())
    const [isLost, isAnswerLost] = [random() < this.loss.requests, random() < this.loss.answers]
    if (!address || isLost) throw new TypeError('fetch failed')
    this.callsUnderWay += 1
    try {
      const response = await ownPlatform.fetch(url.replace(HOST, `http://${address}`), init)
      const text = await response.text()
      if (!this.isAlive) return await never()
      if (isAnswerLost) {
        note('answer lost')
        throw new TypeError('the answer was lost')
      }
      return new Response(text, { status: response.status, headers: response.headers })
    } finally {
      this.callsUnderWay -= 1
      this.callsDone += 1
    }
  }
}

const never = () => new Promise<never>(() => undefined)
