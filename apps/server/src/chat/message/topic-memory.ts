import type { LockedTopic } from './batch.ts'

const MOST_TOPICS = 20_000

/** Who is in a topic and who may send there: all of a topic that messages leave as it is. */
export type RememberedTopic = Omit<LockedTopic, 'lastSeq'>

type Entry = {
  topic: RememberedTopic
  /** What this node wrote last, if it wrote anything since it knows the topic as it is. */
  lastSeq: number | undefined
  /** Nobody else wrote between this node's last two times, so it is worth a guess that nobody does now. */
  isOurs: boolean
}

/** Topics remembered between batches. The topic's row says which version holds, so nothing stale is used. */
export class TopicMemory {
  private readonly entries = new Map<string, Entry>()

  find(topicId: string, version: number): RememberedTopic | undefined {
    const topic = this.entries.get(topicId)?.topic
    return topic?.memberVersion === version ? topic : undefined
  }

  /** The topic as it is unless another node wrote there meanwhile; every member has its conversation. */
  guess(topicId: string): LockedTopic | undefined {
    const entry = this.entries.get(topicId)
    return entry?.isOurs && entry.lastSeq !== undefined ? { ...entry.topic, lastSeq: entry.lastSeq } : undefined
  }

  remember(topic: RememberedTopic): void {
    // The oldest entry goes first: a Map keeps the order of insertion.
    this.entries.delete(topic.id)
    this.entries.set(topic.id, { topic, lastSeq: undefined, isOurs: false })
    if (this.entries.size <= MOST_TOPICS) return
    const [oldest] = this.entries.keys()
    if (oldest !== undefined) this.entries.delete(oldest)
  }

  /** After commit: the topic's numbers now end at `lastSeq`. */
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
