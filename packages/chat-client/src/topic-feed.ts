import type { LogPage, SYNC_MAX } from '@ruwu/contract'
import { CHAT_STORE } from '@ruwu/domain'
import type { Message } from './message.ts'
import { messageOfLog } from './message.ts'
import type { MessageLog } from './message-log.ts'

const SYNC_PAGE: typeof SYNC_MAX = 100
/** Whoever missed more than this begins anew with the newest ones; older ones come back by paging. */
const MOST_PAGES = 10

export type Appended = { message: Message; change: { target: Message; before: Message } | undefined }

type FeedOptions = {
  topicId: string
  me: string
  log: MessageLog
  /** Messages downwards from `lastSeq`, or from the newest. */
  fetchPage(lastSeq: number | undefined, limit: number): Promise<LogPage>
  /** A message took its place at the end of the run; told once for each, in order. */
  onAppended(appended: Appended): void
  /** The run changed in another way. */
  onChanged(): void
}

/** Puts a topic's messages into one run: whatever comes twice, late, early or not at all. */
export class TopicFeed {
  readonly log: MessageLog
  private readonly options: FeedOptions
  /** Came before the ones they follow. */
  private readonly early = new Map<number, Message>()
  /** The highest number the server is known to have. */
  private goal = 0
  private filling: Promise<void> | undefined

  constructor(options: FeedOptions) {
    this.options = options
    this.log = options.log
  }

  get isBehind(): boolean {
    return this.log.isBased && this.log.top < this.goal
  }

  /** A pushed message. One that is known already changes nothing: the stored copy may be newer. */
  receive(message: Message): void {
    if (!this.log.isBased) this.log.restart(message.seq - 1)
    if (message.seq <= this.log.top) return this.log.refresh(message)
    this.early.set(message.seq, message)
    this.goal = Math.max(this.goal, message.seq)
    this.drain()
  }

  /** The server is known to have come this far. */
  expect(seq: number): void {
    if (this.log.isBased) this.goal = Math.max(this.goal, seq)
  }

  /** A message sent from here has this number: if nothing of the topic is held, the run begins with it. */
  expectOwn(seq: number): void {
    if (!this.log.isBased) this.log.restart(seq - 1)
    this.expect(seq)
  }

  /** Fetches until nothing is missing; rejects when the server could not be asked. */
  fill(): Promise<void> {
    this.filling ??= this.fetchMissing().finally(() => {
      this.filling = undefined
    })
    return this.filling
  }

  /** Up to `limit` messages before a number, fetched where they are not held without a hole. */
  async page(limit: number, before?: number): Promise<{ messages: Message[]; hasMore: boolean }> {
    if (!this.log.isBased) await this.loadNewest(limit)
    const end = Math.min(before ?? Infinity, this.log.top + 1)
    while (!this.log.hasStart && this.log.floor > Math.max(1, end - limit)) {
      const { floor, epoch } = this.log
      await this.loadOlder(Math.max(limit, CHAT_STORE.messageBucketSize))
      if (this.log.floor === floor || this.log.epoch !== epoch) break
    }
    const messages = this.log.run(end - limit, end - 1)
    const oldest = messages[0]?.seq ?? end
    return { messages, hasMore: oldest > this.log.floor || (!this.log.hasStart && this.log.floor > 1) }
  }

  /** Forgets everything that was received. */
  clear(): void {
    this.early.clear()
    this.goal = 0
    this.log.clear()
    this.options.onChanged()
  }

  private drain(): void {
    for (;;) {
      const next = this.early.get(this.log.top + 1)
      if (!next) break
      this.early.delete(next.seq)
      this.append(next)
    }
    for (const seq of this.early.keys()) if (seq <= this.log.top) this.early.delete(seq)
  }

  private append(message: Message): void {
    const { content, senderId } = message
    // Whoever joins (again) sees the history from there on.
    if (content.type === 'topic.join' && senderId === this.options.me) {
      this.log.restart(message.seq - 1)
      this.log.hasStart = true
    }
    this.options.onAppended({ message, change: this.log.append(message) })
  }

  private async fetchMissing(): Promise<void> {
    while (this.isBehind) {
      const { epoch, top } = this.log
      const isComplete = await this.fetchDown(epoch)
      if (this.log.epoch !== epoch) continue
      if (!isComplete) this.beginAnew()
      this.drain()
      if (this.log.top === top && this.log.epoch === epoch) return
    }
  }

  /** Fetches downwards from what is missing until it touches the run. False when the run is not reached. */
  private async fetchDown(epoch: number): Promise<boolean> {
    const early = Math.max(0, ...this.early.keys())
    let next = early >= this.goal ? Math.min(...this.early.keys()) - 1 : undefined
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const page = await this.fetch(next, SYNC_PAGE)
      if (this.log.epoch !== epoch) return true
      this.hold(page.messages)
      const oldest = page.messages[0]?.seq
      if (oldest === undefined || oldest <= this.log.top + 1) return true
      if (!page.hasMore) return false
      next = oldest - 1
    }
    return false
  }

  private hold(messages: readonly Message[]): void {
    for (const message of messages) {
      if (message.seq <= this.log.top) this.log.refresh(message)
      else this.early.set(message.seq, message)
    }
  }

  /** The run can't be continued: it begins again with the newest messages that hang together. */
  private beginAnew(): void {
    const seqs = [...this.early.keys()].toSorted((a, b) => a - b)
    let from = seqs.length - 1
    while (from > 0 && seqs[from - 1] === seqs[from]! - 1) from -= 1
    const first = seqs[from]
    if (first === undefined) return
    this.log.restart(first - 1)
    this.options.onChanged()
  }

  private async loadNewest(limit: number): Promise<void> {
    const { epoch } = this.log
    const { messages, hasMore } = await this.fetch(undefined, limit)
    // A push may have made the beginning meanwhile; then the part before it is fetched as any older one.
    if (this.log.epoch !== epoch) return
    this.log.restart(messages.at(-1)?.seq ?? 0)
    this.joinBelow(messages, hasMore)
  }

  private async loadOlder(limit: number): Promise<void> {
    const { epoch } = this.log
    const { messages, hasMore } = await this.fetch(this.log.floor - 1, limit)
    if (this.log.epoch === epoch) this.joinBelow(messages, hasMore)
  }

  private joinBelow(messages: readonly Message[], hasMore: boolean): void {
    const below = messages.filter((message) => message.seq < this.log.floor)
    if (below.length > 0 && below.at(-1)!.seq !== this.log.floor - 1) return
    this.log.prepend(below)
    if (!hasMore) this.log.hasStart = true
    this.options.onChanged()
  }

  /** Sorted upwards. Every change up to what was known before asking is contained in the answer. */
  private async fetch(lastSeq: number | undefined, limit: number): Promise<{ messages: Message[]; hasMore: boolean }> {
    const { topicId, me } = this.options
    const known = Math.max(this.log.top, this.goal)
    const page = await this.options.fetchPage(lastSeq, Math.min(limit, SYNC_PAGE))
    const asOf = Math.max(known, page.items[0]?.seq ?? 0)
    const messages = page.items.map((item) => messageOfLog(item, topicId, me, asOf)).toReversed()
    return { messages, hasMore: page.hasMore }
  }
}
