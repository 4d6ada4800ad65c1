import type { LogPage, SYNC_MAX } from '@ruwu/contract'
import { CHAT_STORE } from '@ruwu/domain'
import type { Message } from './message.ts'
import { messageFromLog } from './message.ts'
import type { MessageLog } from './message-log.ts'

const SYNC_PAGE: typeof SYNC_MAX = 100
/** A gap larger than this is not filled: the run restarts at the newest messages and older ones load by paging. */
const CATCH_UP_PAGES_MAX = 10

export type Appended = { message: Message; change: { target: Message; before: Message } | undefined }

type FeedOptions = {
  topicId: string
  me: string
  log: MessageLog
  /** Messages descending from `lastSeq`, default from the newest. */
  fetchPage(lastSeq: number | undefined, limit: number): Promise<LogPage>
  /** Called once per message appended to the run, in order. */
  onAppended(appended: Appended): void
  /** The run changed otherwise. */
  onChanged(): void
}

/** Orders a topic's messages into one run: duplicates are dropped, early ones held back, gaps fetched. */
export class TopicFeed {
  readonly log: MessageLog
  private readonly options: FeedOptions
  /** Received ahead of a gap, by seq. */
  private readonly outOfOrder = new Map<number, Message>()
  /** The highest seq known to exist on the server. */
  private serverTop = 0
  private filling: Promise<void> | undefined

  constructor(options: FeedOptions) {
    this.options = options
    this.log = options.log
  }

  get isBehind(): boolean {
    return this.log.hasBase && this.log.top < this.serverTop
  }

  /** A pushed message. A duplicate is ignored: the stored copy may be newer. */
  receive(message: Message): void {
    if (!this.log.hasBase) this.log.restart(message.seq - 1)
    if (message.seq <= this.log.top) return this.log.refresh(message)
    this.outOfOrder.set(message.seq, message)
    this.serverTop = Math.max(this.serverTop, message.seq)
    this.drain()
  }

  /** Records that the server has messages up to `seq`. */
  expectUpTo(seq: number): void {
    if (this.log.hasBase) this.serverTop = Math.max(this.serverTop, seq)
  }

  /** Seq of a message sent by this client; an empty run starts with it. */
  expectOwn(seq: number): void {
    if (!this.log.hasBase) this.log.restart(seq - 1)
    this.expectUpTo(seq)
  }

  /** Fetches until no gap is left; rejects when the server cannot be reached. */
  fill(): Promise<void> {
    this.filling ??= this.fetchMissing().finally(() => {
      this.filling = undefined
    })
    return this.filling
  }

  /** Up to `limit` messages before a seq; missing ones are fetched. */
  async page(limit: number, before?: number): Promise<{ messages: Message[]; hasMore: boolean }> {
    if (!this.log.hasBase) await this.loadNewest(limit)
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

  /** Drops all messages. */
  clear(): void {
    this.outOfOrder.clear()
    this.serverTop = 0
    this.log.clear()
    this.options.onChanged()
  }

  private drain(): void {
    for (;;) {
      const next = this.outOfOrder.get(this.log.top + 1)
      if (!next) break
      this.outOfOrder.delete(next.seq)
      this.append(next)
    }
    for (const seq of this.outOfOrder.keys()) if (seq <= this.log.top) this.outOfOrder.delete(seq)
  }

  private append(message: Message): void {
    const { content, senderId } = message
    // History is visible from the member's latest join.
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
      if (!isComplete) this.restartFromNewest()
      this.drain()
      if (this.log.top === top && this.log.epoch === epoch) return
    }
  }

  /** Fetches pages descending until they meet the run. False when the run is not reached. */
  private async fetchDown(epoch: number): Promise<boolean> {
    const early = Math.max(0, ...this.outOfOrder.keys())
    let next = early >= this.serverTop ? Math.min(...this.outOfOrder.keys()) - 1 : undefined
    for (let pages = 0; pages < CATCH_UP_PAGES_MAX; pages += 1) {
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
      else this.outOfOrder.set(message.seq, message)
    }
  }

  /** Restarts the run at the newest gap-free messages. */
  private restartFromNewest(): void {
    const seqs = [...this.outOfOrder.keys()].toSorted((a, b) => a - b)
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
    // A push may have started the run meanwhile; older messages are then loaded by paging.
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

  /** Ascending. The response has every control message applied that was known before the request. */
  private async fetch(lastSeq: number | undefined, limit: number): Promise<{ messages: Message[]; hasMore: boolean }> {
    const { topicId, me } = this.options
    const known = Math.max(this.log.top, this.serverTop)
    const page = await this.options.fetchPage(lastSeq, Math.min(limit, SYNC_PAGE))
    const asOf = Math.max(known, page.items[0]?.seq ?? 0)
    const messages = page.items.map((item) => messageFromLog(item, topicId, me, asOf)).toReversed()
    return { messages, hasMore: page.hasMore }
  }
}
