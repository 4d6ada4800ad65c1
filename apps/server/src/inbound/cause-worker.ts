import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { claimCauses, deleteCauses, postponeCauses } from './cause.repo.ts'
import type { Cause, CauseRow } from './conversation-event.ts'

/** Older causes are dropped: no welcome or card for them. */
export const CAUSE_GIVE_UP_MS = 10 * 60_000
/** Rounds of one enterprise under way at once: its slow model does not hold up the others. */
const ENTERPRISE_ROUNDS_MAX = 2

export type CauseDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** Idempotent per cause. A time: to be handled again then. */
  handle(cause: Cause): Promise<Date | undefined>
}

/** `rows`: those still to be handled, in order. */
type Round = { entId: EntId; rows: Set<CauseRow> }

/**
 * Hands customers' actions to automation (welcome, card rules). On one node those of a customer stay in order; another node may take
 * the next one meanwhile, and their effects take turns by the customer's row lock.
 */
export class CauseWorker {
  private readonly deps: CauseDeps
  private readonly underWay = new Set<Round>()
  /** Claims are made one after the other: each leaves out what the one before has claimed. */
  private lastClaim: Promise<unknown> = Promise.resolve()

  constructor(deps: CauseDeps) {
    this.deps = deps
  }

  /** True when there may be more. Any number may run at the same time. */
  async run(onClaim?: () => void): Promise<boolean> {
    const round = await this.claim()
    if (!round) return false
    onClaim?.()
    try {
      await this.handleAll(round)
    } finally {
      this.underWay.delete(round)
    }
    return true
  }

  private claim(): Promise<Round | undefined> {
    const { db, clock } = this.deps
    const claimed = this.lastClaim.then(async () => {
      const rounds = Map.groupBy(this.underWay, ({ entId }) => entId)
      const full = [...rounds].filter(([, own]) => own.length >= ENTERPRISE_ROUNDS_MAX)
      const busy = [...this.underWay].flatMap(({ rows }) => [...rows].map(({ customerId }) => customerId))
      const rows = await claimCauses(db, clock.now(), {
        enterprises: full.map(([entId]) => entId),
        customers: [...new Set(busy)],
      })
      const [first] = rows
      if (!first) return undefined
      const round = { entId: first.entId, rows: new Set(rows) }
      this.underWay.add(round)
      return round
    })
    this.lastClaim = claimed.catch(() => {})
    return claimed
  }

  private async handleAll({ rows }: Round): Promise<void> {
    const { db } = this.deps
    const done: CauseRow[] = []
    for (const row of rows) {
      const result = await this.handleOne(row)
      if (result === 'done') done.push(row)
      // At once: its time may come while the others are handled.
      else if (result) await postponeCauses(db.sql, [{ ...row, dueAt: result }])
      rows.delete(row)
    }
    await deleteCauses(db.sql, done)
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
