import { setTimeout as sleep } from 'node:timers/promises'
import { type CustomerMessage, messageApi } from '@ruwu/contract'
import { Caller } from '@ruwu/e2e/caller.ts'
import type { SimulatedPlatform } from '@ruwu/e2e/simulated-platform.ts'
import { ADMIN, PASSWORD } from './bound-accounts.ts'
import { countArrived, meet, readThreads, settled, type Talk } from './conversations.ts'

const SUPERVISOR = '13800000002'
const PAUSE_MS = 400
/** The platforms try a call again until then. */
const CALLS_AGAIN_MS = 30_000

/** Customers of the simulated platforms write, and an agent answers each of them by any node. */
export class ClusterCustomers {
  private readonly urls: readonly string[]
  private readonly platform: SimulatedPlatform
  private readonly over = new AbortController()
  private readonly written = new Set<string>()
  private readonly answered = new Set<string>()
  /** Answers that the customers have; known at the end. */
  delivered = 0
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
    // Told by `stop`.
    this.running.catch(() => {})
  }

  /** At any time: a row claimed by two workers would be stored or sent twice. */
  async countDoubled(): Promise<Record<string, number>> {
    const arrived = await countArrived(this.platform, this.talks)
    const stored = await this.questions()
    return {
      sent_twice: [...arrived.values()].filter((count) => count > 1).length,
      received_twice: stored.length - new Set(stored).size,
    }
  }

  /** After `stop`: waits until no answer is pending and failed webhook calls were retried. */
  async countAtEnd(): Promise<Record<string, number>> {
    const ours = await settled(this.callers[0]!, this.talks)
    const lost = await this.countUntold()
    const arrived = await countArrived(this.platform, this.talks)
    const all = [...ours.values()]
    const isIn = ({ content }: CustomerMessage) => arrived.has(content.text ?? '')
    this.delivered = all.filter((message) => message.status === 1 && isIn(message)).length
    return {
      ...(await this.countDoubled()),
      received_lost: lost,
      answers_lost: [...this.answered].filter((text) => !ours.has(text)).length,
      left_pending: all.filter(({ status }) => status === 0).length,
      sent_but_missing: all.filter((message) => message.status === 1 && !isIn(message)).length,
      arrived_but_failed: all.filter(
        (message) => message.status === 2 && message.failKind !== 'outcome_unknown' && isIn(message),
      ).length,
    }
  }

  /** What customers wrote that is not there, once the platform has called again for what failed. */
  private async countUntold(): Promise<number> {
    const end = Date.now() + CALLS_AGAIN_MS
    for (;;) {
      const stored = new Set(await this.questions())
      const missing = [...this.written].filter((text) => !stored.has(text)).length
      if (missing === 0 || Date.now() > end) return missing
      await sleep(1_000)
    }
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
