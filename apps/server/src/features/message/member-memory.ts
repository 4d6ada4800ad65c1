import type { Member } from './batch.ts'

const MOST_TOPICS = 20_000

/** Members of topics, remembered between batches. The topic's row says which version holds, so nothing stale is used. */
export class MemberMemory {
  private readonly topics = new Map<string, { version: number; members: ReadonlyMap<string, Member> }>()

  find(topicId: string, version: number): ReadonlyMap<string, Member> | undefined {
    const found = this.topics.get(topicId)
    return found?.version === version ? found.members : undefined
  }

  forget(topicId: string): void {
    this.topics.delete(topicId)
  }

  remember(topicId: string, version: number, members: ReadonlyMap<string, Member>): void {
    // The oldest entry goes first: a Map keeps the order of insertion.
    this.topics.delete(topicId)
    this.topics.set(topicId, { version, members })
    if (this.topics.size <= MOST_TOPICS) return
    const [oldest] = this.topics.keys()
    if (oldest !== undefined) this.topics.delete(oldest)
  }
}
