import { setTimeout as sleep } from 'node:timers/promises'
import { messageApi } from '@ruwu/contract'
import { Caller } from '@ruwu/e2e/caller.ts'
import type { SimulatedPlatform } from '@ruwu/e2e/simulated-platform.ts'
import { ADMIN, PASSWORD } from './bound-accounts.ts'
import { countArrived, meet, readThreads, settled, type Talk } from './conversations.ts'

const SUPERVISOR = '13800000002'
const PAUSE_MS = 400

/** Customers of the simulated platforms write, and an agent answers each of them by any node. */
export class ClusterCustomers {
  private readonly urls: readonly string[]
  private readonly platform: SimulatedPlatform
  private readonly over = new AbortController()
  private readonly written = new Set<string>()
  private readonly answered = new Set<string>()
  private callers: Caller[] = []
  private talks: Talk[] = []
  private running: Promise<unknown> = Promise.resolve()

  constructor(urls: readonly string[], platform: SimulatedPlatform) {
    this.urls = urls
    this.platform = platform
  }

  async start(): Promise<void> {
    const [url = ''] = this.urls
    this.talks = await meet(await new Caller(url).signIn(ADMIN, PASSWORD), this.platform)
    const { session } = await new Caller(url).signIn(SUPERVISOR, PASSWORD)
    this.callers = this.urls.map((each) => new Caller(each, session?.token))
    this.running = Promise.all(this.talks.map((talk, index) => this.converse(talk, index)))
  }

  /** At any time: who claimed a message twice would have stored or sent it twice. */
  async countDoubled(): Promise<Record<string, number>> {
    const arrived = await countArrived(this.platform, this.talks)
    const stored = await this.questions()
    return {
      sent_twice: [...arrived.values()].filter((count) => count > 1).length,
      received_twice: stored.length - new Set(stored).size,
    }
  }

  /** Once nobody writes any more and nothing is under way. */
  async countAtEnd(): Promise<Record<string, number>> {
    const ours = await settled(this.callers[0]!, this.talks)
    const arrived = await countArrived(this.platform, this.talks)
    const stored = new Set(await this.questions())
    const all = [...ours.values()]
    return {
      ...(await this.countDoubled()),
      received_lost: [...this.written].filter((text) => !stored.has(text)).length,
      answers_lost: [...this.answered].filter((text) => !ours.has(text)).length,
      left_pending: all.filter(({ status }) => status === 0).length,
      sent_but_missing: all.filter(({ status, content }) => status === 1 && !arrived.has(content.text ?? '')).length,
    }
  }

  get exchanged(): number {
    return this.written.size + this.answered.size
  }

  async stop(): Promise<void> {
    this.over.abort()
    await this.running
  }

  /** As a console fetches them, without what customers wrote before the load. */
  private async questions(): Promise<string[]> {
    const messages = await readThreads(this.callers[0]!, this.talks)
    return messages.flatMap(({ content: { text } }) => (text?.startsWith('问 ') ? [text] : []))
  }

  private async converse({ account, platformId, customerId }: Talk, index: number): Promise<void> {
    for (let n = 0; !this.over.signal.aborted; n += 1) {
      const chatId = `${customerId.slice(-12)}x${n}`
      const question = `问 ${chatId}`
      await this.platform.writeAs(account.source, account.accountId, platformId, question)
      this.written.add(question)
      const text = `答 ${chatId}`
      const body = { customerId, chatId, content: { type: 'text' as const, text }, confirmWarn: true }
      for (let attempt = 0; !this.over.signal.aborted && !this.answered.has(text); attempt += 1) {
        const caller = this.callers[(index + n + attempt) % this.callers.length]!
        const taken = await caller.call(messageApi.send, { body }).then(
          () => true,
          () => false,
        )
        if (taken) this.answered.add(text)
        else await sleep(100)
      }
      await sleep(PAUSE_MS)
    }
  }
}
