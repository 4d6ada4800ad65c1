import type { Persistence } from './persistence.ts'

const PREFIX = 'doubt/'

/**
 * Reads are optimistic: the local count drops before the server confirms. Topics with an unconfirmed read are persisted (they survive a
 * crash); after a failed read the server's counts are fetched again.
 */
export class UnconfirmedReads {
  private readonly persistence: Persistence
  private readonly inFlight = new Map<string, number>()
  private readonly unconfirmed = new Set<string>()

  constructor(persistence: Persistence) {
    this.persistence = persistence
  }

  async restore(): Promise<void> {
    for (const [key] of await this.persistence.list(PREFIX)) this.unconfirmed.add(key.slice(PREFIX.length))
  }

  beginRead(topicId: string): void {
    this.inFlight.set(topicId, (this.inFlight.get(topicId) ?? 0) + 1)
    this.persistence.set(PREFIX + topicId, true)
  }

  endRead(topicId: string, isTaken: boolean): void {
    const left = (this.inFlight.get(topicId) ?? 1) - 1
    if (left > 0) this.inFlight.set(topicId, left)
    else this.inFlight.delete(topicId)
    if (!isTaken) this.unconfirmed.add(topicId)
    else if (left === 0 && !this.unconfirmed.has(topicId)) this.confirm(topicId)
  }

  /** While a read request is in flight, a snapshot's older unread count is ignored. */
  isReading(topicId: string): boolean {
    return this.inFlight.has(topicId)
  }

  /** Topics whose counts must be fetched; those with a read in flight follow when it has ended. */
  topicIds(): string[] {
    return [...this.unconfirmed].filter((topicId) => !this.isReading(topicId))
  }

  confirm(topicId: string): void {
    this.unconfirmed.delete(topicId)
    if (!this.isReading(topicId)) this.persistence.set(PREFIX + topicId, undefined)
  }
}
