import type { EntId } from '@ruwu/contract'

/** Messages of one topic that were committed together, each with its receivers. */
type TopicBatch<Item extends { seq: number }> = { entId: EntId; topicId: string; items: Item[] }

type SequencerOptions<Item extends { seq: number }> = {
  deliver(entId: EntId, topicId: string, item: Item): void
  /** Reads committed messages above `after` up to `upTo`, to fill a gap. */
  read(entId: EntId, topicId: string, after: number, upTo: number): Promise<Item[]>
  onError(error: unknown): void
  /** How long the first message of a topic waits for an earlier one; 0 when the bus keeps publishing order. */
  firstWaitMs: number
}

const GAP_WAIT_MS = 50
/** Messages read per gap; older missing ones are skipped, and clients load them from history. */
const MOST_READ = 500
const MOST_TOPICS = 50_000

type Followed<Item> = {
  entId: EntId
  /** Where delivery began: whether lower numbers were delivered is not known. */
  first: number
  last: number
  held: Map<number, Item>
  timer: NodeJS.Timeout | undefined
  /** Whether a message was delivered. Until then a lower seq moves the starting point back. */
  hasBegun: boolean
}

/** Delivers announced messages in seq order per topic; gaps are read from the database. */
export class TopicSequencer<Item extends { seq: number }> {
  private readonly options: SequencerOptions<Item>
  private readonly topics = new Map<string, Followed<Item>>()

  constructor(options: SequencerOptions<Item>) {
    this.options = options
  }

  announce({ entId, topicId, items }: TopicBatch<Item>): void {
    const first = items[0]
    if (!first) return
    const followed = this.find(topicId)
    if (!followed) {
      const before = first.seq - 1
      const started: Followed<Item> = {
        entId,
        first: first.seq,
        last: before,
        held: hold(items),
        timer: undefined,
        hasBegun: false,
      }
      this.remember(topicId, started)
      if (this.options.firstWaitMs === 0) this.begin(entId, topicId, started)
      else started.timer = setTimeout(() => this.begin(entId, topicId, started), this.options.firstWaitMs)
      return
    }
    for (const item of items) {
      if (!followed.hasBegun && item.seq <= followed.last) followed.last = item.seq - 1
      if (item.seq > followed.last) followed.held.set(item.seq, item)
    }
    if (followed.hasBegun) this.drain(entId, topicId, followed)
  }

  /** Messages read again after the bus was away: those below the first that was delivered here are delivered now. */
  catchUp({ entId, topicId, items }: TopicBatch<Item>): void {
    const followed = this.topics.get(topicId)
    if (followed?.hasBegun) {
      for (const item of items.filter(({ seq }) => seq < followed.first)) this.options.deliver(entId, topicId, item)
      followed.first = Math.min(followed.first, items[0]?.seq ?? followed.first)
    }
    this.announce({ entId, topicId, items })
  }

  /** The last socket of the enterprise has left this node. */
  forgetEnterprise(entId: EntId): void {
    for (const [topicId, followed] of this.topics) {
      if (followed.entId !== entId) continue
      clearTimeout(followed.timer)
      this.topics.delete(topicId)
    }
  }

  /** No receiver is connected to this node: the next message starts the topic again, without filling the gap. */
  forget(topicId: string): void {
    const followed = this.topics.get(topicId)
    if (!followed || followed.held.size > 0) return
    this.topics.delete(topicId)
  }

  close(): void {
    for (const { timer } of this.topics.values()) clearTimeout(timer)
    this.topics.clear()
  }

  private begin(entId: EntId, topicId: string, followed: Followed<Item>): void {
    followed.timer = undefined
    followed.hasBegun = true
    followed.first = followed.last + 1
    this.drain(entId, topicId, followed)
  }

  private drain(entId: EntId, topicId: string, followed: Followed<Item>): void {
    for (;;) {
      const next = followed.held.get(followed.last + 1)
      if (!next) break
      followed.held.delete(next.seq)
      followed.last = next.seq
      this.options.deliver(entId, topicId, next)
    }
    if (followed.held.size > 0) this.fillSoon(entId, topicId, followed)
  }

  private fillSoon(entId: EntId, topicId: string, followed: Followed<Item>): void {
    followed.timer ??= setTimeout(() => void this.fill(entId, topicId, followed), GAP_WAIT_MS)
  }

  private async fill(entId: EntId, topicId: string, followed: Followed<Item>): Promise<void> {
    const upTo = Math.max(...followed.held.keys())
    // The missing messages arrived over the bus in the meantime.
    if (followed.held.size === 0) {
      followed.timer = undefined
      return
    }
    try {
      const items = await this.options.read(entId, topicId, Math.max(followed.last, upTo - MOST_READ), upTo)
      for (const item of items)
        if (item.seq > followed.last && !followed.held.has(item.seq)) followed.held.set(item.seq, item)
    } catch (error) {
      this.options.onError(error)
      followed.timer = undefined
      if (this.topics.get(topicId) === followed) this.fillSoon(entId, topicId, followed)
      return
    }
    followed.timer = undefined
    if (this.topics.get(topicId) !== followed) return
    // Seqs that are not stored or lie beyond MOST_READ are skipped; all others are delivered in order.
    for (const seq of [...followed.held.keys()].toSorted((a, b) => a - b)) {
      const item = followed.held.get(seq)
      if (!item || seq > upTo) break
      followed.held.delete(seq)
      followed.last = seq
      this.options.deliver(entId, topicId, item)
    }
    this.drain(entId, topicId, followed)
  }

  private find(topicId: string): Followed<Item> | undefined {
    const followed = this.topics.get(topicId)
    // Least recently used order: `remember` evicts from the start of the Map.
    if (followed) {
      this.topics.delete(topicId)
      this.topics.set(topicId, followed)
    }
    return followed
  }

  private remember(topicId: string, followed: Followed<Item>): void {
    this.topics.set(topicId, followed)
    if (this.topics.size <= MOST_TOPICS) return
    for (const [oldest, { timer }] of this.topics) {
      if (timer) continue
      this.topics.delete(oldest)
      return
    }
  }
}

const hold = <Item extends { seq: number }>(items: Item[]) => new Map(items.map((item) => [item.seq, item]))
