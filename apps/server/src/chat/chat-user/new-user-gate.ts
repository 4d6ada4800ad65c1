import type { Database } from '../../db/database.ts'
import { countTry } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import { limitAddress } from '../../platform/http/limit-address.ts'

const HOUR_MS = 3_600_000
/** The limit of all addresses together, as a multiple of one address's. */
const ADDRESSES = 20

/** Where a call comes from. */
export type Visitor = { address: string; isRemote: boolean }

type Deps = {
  db: Database
  clock: Clock
  isOpen: boolean
  /** False: open because the demo is on this machine, so only to calls from it. */
  isOpenToAll: boolean
  perHour: number
}

/** Rate limit of registrations and new guests, per address and in total; refuses all where registration is closed. */
export class NewUserGate {
  private readonly deps: Deps

  constructor(deps: Deps) {
    this.deps = deps
  }

  async pass({ address, isRemote }: Visitor): Promise<void> {
    const { db, clock, isOpen, isOpenToAll, perHour } = this.deps
    if (!isOpen || (isRemote && !isOpenToAll)) throw new ChatError(403, 'registration is closed')
    // The address first: what it has too much does not count against the others.
    for (const [key, most] of [
      [`chat-new:${limitAddress(address)}`, perHour],
      ['chat-new', perHour * ADDRESSES],
    ] as const) {
      const { count } = await countTry(db.sql, key, { most, windowMs: HOUR_MS }, clock.now())
      if (count > most) throw new ChatError(429, 'too many new users, try again later')
    }
  }
}
