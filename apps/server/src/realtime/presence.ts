import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { type Console, consoleKey, markSeen } from './presence.repo.ts'

/** Renewal interval of a node's leases; a lease survives two failed renewals. */
export const RENEW_EVERY_MS = 20_000
/**
 * Lease: an agent with a socket within this time is present, so that a page reload or a dead node does not end presence
 * at once.
 */
export const PRESENT_FOR_MS = 60_000

type PresenceDeps = {
  db: Database
  clock: Clock
  /** Agents with an open socket on this node. */
  consoles(): Console[]
  /** An agent's first socket opened or last one closed, and the row is written. */
  onMoved?(): void
  onError(error: unknown): void
}

/**
 * Presence leases of this node's agents: written when the first socket opens and the last one closes, renewed in
 * between.
 */
export class Presence {
  private readonly deps: PresenceDeps
  private readonly renewal: NodeJS.Timeout
  private readonly moved = new Map<string, Console>()
  private writing: Promise<void> = Promise.resolve()

  constructor(deps: PresenceDeps) {
    this.deps = deps
    this.renewal = setInterval(() => void this.renew(), RENEW_EVERY_MS)
  }

  /**
   * Call when an agent's first socket opens or last one closes. Writes are batched per tick: a stopping node loses all
   * sockets at once.
   */
  touch(console: Console): void {
    const isDue = this.moved.size > 0
    this.moved.set(consoleKey(console), console)
    if (!isDue) this.writing = this.writing.then(nextTurn).then(() => this.writeMoved())
  }

  /** Renews the leases of all agents of this node in one statement. */
  async renew(): Promise<void> {
    await this.write(this.deps.consoles())
  }

  async close(): Promise<void> {
    clearInterval(this.renewal)
    await this.writing
  }

  private async writeMoved(): Promise<void> {
    const moved = [...this.moved.values()]
    this.moved.clear()
    await this.write(moved)
    this.deps.onMoved?.()
  }

  /** A failed write is repeated by the next renewal. */
  private async write(consoles: readonly Console[]): Promise<void> {
    const { db, clock, onError } = this.deps
    await markSeen(db.sql, consoles, clock.now()).catch(onError)
  }
}

export const isPresent = (seenAt: Date | undefined, now: Date): boolean =>
  seenAt !== undefined && now.getTime() - seenAt.getTime() <= PRESENT_FOR_MS

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
