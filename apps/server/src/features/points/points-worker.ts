import type { EntId, MessageId, PointLotId } from '@ruwu/contract'
import { hasPointsLeft } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import type { Database, Queryable } from '../../db/database.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { lockAccount } from './account.repo.ts'
import { findDisagreements, findWrongDays, listUndelivered, writeMovements } from './ledger.repo.ts'
import { changeLot, findExpiredLot, listExpiredLots } from './lot.repo.ts'
import { listOtherZones, rebuildDays } from './point-day.repo.ts'
import { refundAnswer } from './refund.ts'

const BATCH_SIZE = 200
/** Platforms report an accepted but undelivered message within this time. */
const UNDELIVERED_SPAN_MS = 3_600_000

/** Lowers the cost shown for the AI run of a refunded message; ai-reception owns that table. */
type LowerRunPoints = (db: Queryable, entId: EntId, messageId: MessageId, points: number) => Promise<void>

/** Expires lots, refunds undelivered messages and follows changed time zones. May run on several nodes. */
export class PointsWorker {
  private readonly db: Database
  private readonly clock: Clock
  private readonly log: FastifyBaseLogger
  private readonly lowerRunPoints: LowerRunPoints

  constructor(deps: { db: Database; clock: Clock; log: FastifyBaseLogger; lowerRunPoints: LowerRunPoints }) {
    this.db = deps.db
    this.clock = deps.clock
    this.log = deps.log
    this.lowerRunPoints = deps.lowerRunPoints
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const now = this.clock.now()
    const expired = await this.runEach(await listExpiredLots(this.db.sql, now, BATCH_SIZE), (lot) =>
      this.expire(lot, now),
    )
    const since = new Date(now.getTime() - UNDELIVERED_SPAN_MS)
    const refunded = await this.runEach(await listUndelivered(this.db.sql, since, BATCH_SIZE), (key) =>
      this.refund(key, now),
    )
    await this.runEach(await listOtherZones(this.db.sql), ({ entId, timeZone }) =>
      this.db.transaction((tx) => rebuildDays(tx, entId, timeZone)),
    )
    return expired === BATCH_SIZE || refunded === BATCH_SIZE
  }

  /** Number of successes; an error of one enterprise is logged and does not stop the others. */
  private async runEach<T extends { entId: EntId }>(rows: readonly T[], work: (row: T) => Promise<unknown>) {
    let done = 0
    for (const row of rows) {
      try {
        await work(row)
        done += 1
      } catch (error) {
        this.log.error({ err: error, entId: row.entId }, 'work on points failed')
      }
    }
    return done
  }

  private refund({ entId, messageId }: { entId: EntId; messageId: MessageId }, now: Date): Promise<void> {
    return this.db.transaction(async (tx) => {
      const points = await refundAnswer(tx, { entId, messageId }, now)
      if (points > 0) await this.lowerRunPoints(tx.sql, entId, messageId, points)
    })
  }

  private expire({ entId, id }: { entId: EntId; id: PointLotId }, now: Date): Promise<void> {
    return this.db.transaction(async (tx) => {
      const before = await lockAccount(tx.sql, entId)
      const lot = await findExpiredLot(tx.sql, entId, id, now)
      if (!lot) return
      await changeLot(tx.sql, entId, id, -lot.remain)
      const cause = { type: 'expire', key: `expire:${id}:${now.getTime()}`, orderNo: lot.orderNo } as const
      const movement = { pool: lot.pool, lotId: id, delta: -lot.remain }
      const after = await writeMovements(tx.sql, before, cause, [movement], now)
      if (hasPointsLeft(before) && !hasPointsLeft(after)) {
        tx.emit(entId, { type: 'ent_points_used_up', at: now.toISOString(), operatorId: null })
      }
    })
  }
}

/** Nightly consistency check after lots expired (cron in UTC; 00:30 in the default time zone), and the metric of what it found. */
export function checkLedger(db: Database, log: FastifyBaseLogger): JobKind & { differences: Counter } {
  const differences = new Counter({
    name: 'ruwu_point_ledger_differences_total',
    help: 'Pools whose balance, and enterprises whose days, differed from their ledger in a nightly check',
    registers: [],
  })
  const report = (found: readonly object[], what: string): void => {
    differences.inc(found.length)
    for (const each of found) log.error(each, what)
  }
  return {
    name: 'check-ledger',
    every: '30 16 * * *',
    differences,
    run: async () => {
      report(await findDisagreements(db.sql), 'point balance differs from its ledger or lots')
      report(await findWrongDays(db.sql), 'points by day differ from their ledger')
    },
  }
}
