import type { EntId, MessageId, PointLotId } from '@ruwu/contract'
import { hasPointsLeft } from '@ruwu/domain'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { pointLot } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { lockAccount } from './account.repo.ts'
import { changeLot, writeMovements } from './ledger.repo.ts'
import { refundAnswer } from './refund.ts'

const AT_ONCE = 200
/** A message that was taken by the platform and then did not arrive is known by then. */
const UNDELIVERED_SPAN_MS = 3_600_000

/** Ends lots whose time is over, and gives back what undelivered answers cost. Each may run on several nodes. */
export class PointsKeeper {
  private readonly db: Database
  private readonly clock: Clock
  private readonly log: FastifyBaseLogger

  constructor(deps: { db: Database; clock: Clock; log: FastifyBaseLogger }) {
    this.db = deps.db
    this.clock = deps.clock
    this.log = deps.log
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const now = this.clock.now()
    const ended = await this.each(await this.listEnded(now), (lot) => this.expire(lot, now))
    const refunded = await this.each(await this.listUndelivered(now), (key) =>
      this.db.transaction((tx) => refundAnswer(tx, key, now)),
    )
    return ended === AT_ONCE || refunded === AT_ONCE
  }

  /** How many went well. One enterprise's trouble keeps no other from its points. */
  private async each<T extends { entId: EntId }>(rows: readonly T[], work: (row: T) => Promise<unknown>) {
    let done = 0
    for (const row of rows) {
      try {
        await work(row)
        done += 1
      } catch (error) {
        this.log.error({ err: error, entId: row.entId }, 'points could not be kept')
      }
    }
    return done
  }

  /** Over since before the last 00:05 of the enterprise's clock. */
  private async listEnded(now: Date): Promise<{ entId: EntId; id: PointLotId }[]> {
    const { rows } = await this.db.sql.execute<{ entId: EntId; id: PointLotId }>(sql`
      select replace(l.ent_id::text, '-', '') as "entId", replace(l.id::text, '-', '') as id
      from point_lot l join enterprise e on e.id = l.ent_id
      where l.remain > 0 and l.expire_at <= ${now} and l.expire_at <= (
        date_trunc('day', (${now}::timestamptz at time zone e.timezone) - interval '5 minutes') + interval '5 minutes'
      ) at time zone e.timezone
      order by l.expire_at limit ${AT_ONCE}`)
    return rows
  }

  private expire({ entId, id }: { entId: EntId; id: PointLotId }, now: Date): Promise<void> {
    return this.db.transaction(async (tx) => {
      const before = await lockAccount(tx.sql, entId)
      const [lot] = await tx.sql
        .select()
        .from(pointLot)
        .where(and(eq(pointLot.entId, entId), eq(pointLot.id, id), gt(pointLot.remain, 0), lte(pointLot.expireAt, now)))
      // Spent meanwhile, or another node was first.
      if (!lot) return
      await changeLot(tx.sql, before, id, -lot.remain)
      const cause = { type: 'expire', key: `expire:${id}:${now.getTime()}`, orderNo: lot.orderNo } as const
      const movement = { pool: lot.pool, lotId: id, delta: -lot.remain }
      const after = await writeMovements(tx.sql, before, cause, [movement], now)
      if (hasPointsLeft(before) && !hasPointsLeft(after)) {
        tx.emit(entId, { type: 'ent_points_used_up', at: now.toISOString(), operatorId: null })
      }
    })
  }

  private async listUndelivered(now: Date): Promise<{ entId: EntId; messageId: MessageId }[]> {
    const since = new Date(now.getTime() - UNDELIVERED_SPAN_MS)
    const { rows } = await this.db.sql.execute<{ entId: EntId; messageId: MessageId }>(sql`
      select distinct replace(l.ent_id::text, '-', '') as "entId", replace(l.message_id::text, '-', '') as "messageId"
      from point_account p cross join lateral (
          select * from point_ledger l where l.ent_id = p.ent_id and l.at >= ${since} and l.type = 'consume') l
        join customer_message m on m.ent_id = l.ent_id and m.id = l.message_id and m.status = 2
      where not exists (select from point_ledger r where r.ent_id = l.ent_id and r.key = 'refund:' || l.key)
      limit ${AT_ONCE}`)
    return rows
  }
}
