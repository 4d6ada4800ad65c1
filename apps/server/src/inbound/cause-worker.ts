import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { claimCauses, deleteCauses } from './cause.repo.ts'
import type { Cause, CauseRow } from './conversation-event.ts'

/** Older causes are dropped: no welcome or card for them. */
export const CAUSE_GIVE_UP_MS = 10 * 60_000
export type CauseDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** Idempotent per cause. */
  handle(cause: Cause): Promise<unknown>
}

/** Hands customers' actions to automation (welcome, card rules), in order. */
export class CauseWorker {
  private readonly deps: CauseDeps

  constructor(deps: CauseDeps) {
    this.deps = deps
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const rows = await claimCauses(db, clock.now())
    const done: CauseRow[] = []
    for (const row of rows) if (await this.handleOne(row)) done.push(row)
    await deleteCauses(db.sql, done)
    return rows.length > 0
  }

  /** False: tried again after the lease. */
  private async handleOne({ entId, customerId, messageSeq, what, createdAt }: CauseRow): Promise<boolean> {
    const { clock, log, handle } = this.deps
    if (clock.now().getTime() - createdAt.getTime() >= CAUSE_GIVE_UP_MS) return true
    try {
      await handle({ entId, customerId, messageSeq, ...what })
      return true
    } catch (error) {
      log.error({ err: error, customerId, messageSeq }, 'automation failed for an inbound cause')
      return false
    }
  }
}
