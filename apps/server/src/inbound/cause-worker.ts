import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { claimCauses, deleteCauses, postponeCauses } from './cause.repo.ts'
import type { Cause, CauseRow } from './conversation-event.ts'

/** Older causes are dropped: no welcome or card for them. */
export const CAUSE_GIVE_UP_MS = 10 * 60_000
export type CauseDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** Idempotent per cause. A time: to be handled again then. */
  handle(cause: Cause): Promise<Date | undefined>
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
    const later: CauseRow[] = []
    for (const row of rows) {
      const result = await this.handleOne(row)
      if (result === 'done') done.push(row)
      else if (result) later.push({ ...row, dueAt: result })
    }
    await deleteCauses(db.sql, done)
    await postponeCauses(db.sql, later)
    return rows.length > 0
  }

  /** Undefined: tried again after the lease. */
  private async handleOne({
    entId,
    customerId,
    messageSeq,
    what,
    createdAt,
  }: CauseRow): Promise<'done' | Date | undefined> {
    const { clock, log, handle } = this.deps
    if (clock.now().getTime() - createdAt.getTime() >= CAUSE_GIVE_UP_MS) return 'done'
    try {
      return (await handle({ entId, customerId, messageSeq, ...what })) ?? 'done'
    } catch (error) {
      log.error({ err: error, customerId, messageSeq }, 'automation failed for an inbound cause')
      return undefined
    }
  }
}
