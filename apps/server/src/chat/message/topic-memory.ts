import type { LockedTopic } from './batch.ts'

const MOST_TOPICS = 20_000

/** Members and send permissions: all fields of a topic that appending messages does not change. */
export type RememberedTopic = Omit<LockedTopic, 'lastSeq'>

type Entry = {
  topic: RememberedTopic
  /** The last seq this node wrote since the entry was cached; undefined before its first write. */
  lastSeq: number | undefined
  /** No other node wrote between this node's last two writes, so `guess` assumes that none has written since. */
  isOurs: boolean
}

/**
 * Cache of topics between batches. `find` compares the version of the locked row, and the write statement verifies a
 * guess, so no stale entry is used.
 */
export class TopicMemory {
  private readonly entries = new Map<string, Entry>()

  find(topicId: string, version: number): RememberedTopic | undefined {
    const topic = this.entries.get(topicId)?.topic
    return topic?.memberVersion === version ? topic : undefined
  }

  /**
   * The topic as of this node's last write; another node may have written since. Every member has a conversation row.
   */
  guess(topicId: string): LockedTopic | undefined {
    const entry = this.entries.get(topicId)
    return entry?.isOurs && entry.lastSeq !== undefined ? { ...entry.topic, lastSeq: entry.lastSeq } : undefined
  }

  remember(topic: RememberedTopic): void {
    // Evicts the oldest entry: a Map keeps insertion order.
    this.entries.delete(topic.id)
    this.entries.set(topic.id, { topic, lastSeq: undefined, isOurs: false })
    if (this.entries.size <= MOST_TOPICS) return
    const [oldest] = this.entries.keys()
    if (oldest !== undefined) this.entries.delete(oldest)
  }

  /** Call after commit: the topic's last seq is now `lastSeq`. */
  wrote({ id, memberVersion, lastSeq: before }: LockedTopic, lastSeq: number): void {
    const entry = this.entries.get(id)
    if (entry?.topic.memberVersion !== memberVersion) return
    entry.isOurs = entry.lastSeq === before
    entry.lastSeq = lastSeq
  }

  forget(topicId: string): void {
    this.entries.delete(topicId)
  }
}
