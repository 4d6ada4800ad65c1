import type { Persistence } from './persistence.ts'

const PREFIX = 'doubt/'

/**
 * A read shows here before the server has taken it. Until that is known, the counts held of the topic are in doubt, also
 * over a crash; where it was not taken they are asked for.
 */
export class Doubts {
  private readonly persistence: Persistence
  private readonly reads = new Map<string, number>()
  private readonly doubted = new Set<string>()

  constructor(persistence: Persistence) {
    this.persistence = persistence
  }

  async restore(): Promise<void> {
    for (const [key] of await this.persistence.list(PREFIX)) this.doubted.add(key.slice(PREFIX.length))
  }

  beginRead(topicId: string): void {
    this.reads.set(topicId, (this.reads.get(topicId) ?? 0) + 1)
    this.persistence.set(PREFIX + topicId, true)
  }

  endRead(topicId: string, isTaken: boolean): void {
    const left = (this.reads.get(topicId) ?? 1) - 1
    if (left > 0) this.reads.set(topicId, left)
    else this.reads.delete(topicId)
    if (!isTaken) this.doubted.add(topicId)
    else if (left === 0 && !this.doubted.has(topicId)) this.settle(topicId)
  }

  /** While a read is on its way the server's older count does not come back. */
  isReading(topicId: string): boolean {
    return this.reads.has(topicId)
  }

  /** Which topics must be asked for; those being read are when that has ended. */
  topicIds(): string[] {
    return [...this.doubted].filter((topicId) => !this.isReading(topicId))
  }

  settle(topicId: string): void {
    this.doubted.delete(topicId)
    if (!this.isReading(topicId)) this.persistence.set(PREFIX + topicId, undefined)
  }
}
