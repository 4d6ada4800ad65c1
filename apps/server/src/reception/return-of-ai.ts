import type { CustomerId, EntId } from '@ruwu/contract'
import { asc, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { customer } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { lockCase } from '../customer/customer-change.repo.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { changeCase } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'

const AT_ONCE = 200

/** Gives customers back to the AI once the time has come that was set when a person answered. */
export class ReturnOfAi {
  private readonly deps: { db: Database; desk: Desk; clock: Clock; log: FastifyBaseLogger }

  constructor(deps: ReturnOfAi['deps']) {
    this.deps = deps
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock, log } = this.deps
    const due = await db.sql
      .select({ entId: customer.entId, id: customer.id })
      .from(customer)
      .where(lte(customer.autoEnableAt, clock.now()))
      .orderBy(asc(customer.autoEnableAt))
      .limit(AT_ONCE)
    let returned = 0
    for (const { entId, id } of due) {
      try {
        await this.returnOne(entId, id)
        returned += 1
      } catch (error) {
        // One customer's trouble keeps no other from the AI.
        log.error({ err: error, customerId: id }, 'the AI could not return')
      }
    }
    return returned === AT_ONCE
  }

  private returnOne(entId: EntId, id: CustomerId): Promise<void> {
    const { db, desk, clock } = this.deps
    return db.transaction(async (tx) => {
      const now = clock.now()
      const of = await lockCase(tx.sql, entId, id)
      // Somebody may have answered again, or switched, or another node was first.
      if (!of?.customer.autoEnableAt || of.customer.autoEnableAt > now) return
      const { starting } = await getAccountReception(tx.sql, entId, of.customer.relationId, now)
      changeCase(of, { kind: 'auto_return', starting }, now)
      await desk.save(tx, [of], now)
    })
  }
}
