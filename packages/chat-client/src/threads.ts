import type { Api } from './api.ts'
import type { Message } from './message.ts'
import { MessageLog } from './message-log.ts'
import type { Persistence } from './persistence.ts'
import { type Appended, TopicFeed } from './topic-feed.ts'

/** Buckets stored per topic; older ones are fetched again on paging. */
const STORED_BUCKETS_MAX = 40

const prefixOf = (topicId: string) => `message/${topicId}/`
const keyOf = (topicId: string, bucket: number) => prefixOf(topicId) + String(bucket).padStart(8, '0')

type Thread = { feed: TopicFeed; ready: Promise<void>; isReady: boolean }

type ThreadsOptions = {
  me: string
  api: Api
  persistence: Persistence
  onAppended(appended: Appended): void
  onChanged(topicId: string): void
}

/** The feeds of all topics, loaded from storage on first use. */
export class Threads {
  private readonly options: ThreadsOptions
  private readonly threads = new Map<string, Thread>()

  constructor(options: ThreadsOptions) {
    this.options = options
  }

  /** Synchronous, possibly before stored messages are loaded: sufficient for pending sends. */
  open(topicId: string): TopicFeed {
    return this.thread(topicId).feed
  }

  async get(topicId: string): Promise<TopicFeed> {
    const { feed, ready } = this.thread(topicId)
    await ready
    return feed
  }

  find(topicId: string): TopicFeed | undefined {
    return this.threads.get(topicId)?.feed
  }

  topicIds(): string[] {
    return [...this.threads.keys()]
  }

  /** Drops a topic's messages, in storage as well. */
  forget(topicId: string): void {
    const thread = this.thread(topicId)
    if (thread.isReady) thread.feed.clear()
    else thread.ready = thread.ready.then(() => thread.feed.clear())
  }

  /** Persists dirty buckets and notifies. */
  save(topicId: string): void {
    const log = this.find(topicId)?.log
    if (!log) return
    for (const index of log.dirtyBuckets) {
      const bucket = log.bucket(index)
      this.options.persistence.set(keyOf(topicId, index), bucket.length > 0 ? bucket : undefined)
    }
    log.dirtyBuckets.clear()
    this.options.onChanged(topicId)
  }

  private thread(topicId: string): Thread {
    const known = this.threads.get(topicId)
    if (known) return known
    const { me, api, onAppended } = this.options
    const log = new MessageLog()
    const feed = new TopicFeed({
      topicId,
      me,
      log,
      fetchPage: (lastSeq, limit) => api.conversation.sync({ topicId, lastSeq, limit }),
      onAppended,
      onChanged: () => this.save(topicId),
    })
    const thread: Thread = { feed, ready: Promise.resolve(), isReady: false }
    this.threads.set(topicId, thread)
    thread.ready = this.read(topicId, thread)
    return thread
  }

  private async read(topicId: string, thread: Thread): Promise<void> {
    const { log } = thread.feed
    const stored = await this.options.persistence.list(prefixOf(topicId))
    log.restore(stored.slice(-STORED_BUCKETS_MAX).flatMap(([, bucket]) => bucket as Message[]))
    for (const [key] of stored.slice(0, -STORED_BUCKETS_MAX)) this.options.persistence.set(key, undefined)
    thread.isReady = true
    if (stored.length > 0) this.save(topicId)
  }
}
