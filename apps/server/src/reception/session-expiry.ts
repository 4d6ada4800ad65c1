import { SESSION_SILENCE_MS } from '@ruwu/domain'
import { endSilentSessions } from '../customer/unversioned.repo.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bus } from '../realtime/index.ts'

const AT_ONCE = 500

/** Ends sessions that have been silent for a day. */
export class SessionExpiry {
  private readonly db: Database
  private readonly clock: Clock
  private readonly bus: Bus

  constructor(deps: { db: Database; clock: Clock; bus: Bus }) {
    this.db = deps.db
    this.clock = deps.clock
    this.bus = deps.bus
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const silentSince = new Date(this.clock.now().getTime() - SESSION_SILENCE_MS)
    const ended = await endSilentSessions(this.db.sql, silentSince, AT_ONCE)
    // Ended sessions free places of their owners: the queue is assigned again.
    if (ended > 0) this.bus.publish({ kind: 'work', queue: 'assign' })
    return ended === AT_ONCE
  }
}
