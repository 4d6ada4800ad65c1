import type { Database } from '../../db/database.ts'
import { countTry } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'

const HOUR_MS = 3_600_000
/** The limit of all addresses together, as a multiple of one address's. */
const ADDRESSES = 20

/** Rate limit of registrations and new guests, per address and in total; refuses all where registration is closed. */
export class NewUserGate {
  private readonly deps: { db: Database; clock: Clock; isOpen: boolean; perHour: number }

  constructor(deps: { db: Database; clock: Clock; isOpen: boolean; perHour: number }) {
    this.deps = deps
  }

  async pass(address: string): Promise<void> {
    const { db, clock, isOpen, perHour } = this.deps
    if (!isOpen) throw new ChatError(403, 'registration is closed')
    // The address first: what it has too much does not count against the others.
    for (const [key, most] of [
      [`chat-new:${address}`, perHour],
      ['chat-new', perHour * ADDRESSES],
    ] as const) {
      const { count } = await countTry(db.sql, key, { most, windowMs: HOUR_MS }, clock.now())
      if (count > most) throw new ChatError(429, 'too many new users, try again later')
    }
  }
}
