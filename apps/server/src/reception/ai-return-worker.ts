import type { CustomerId, EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import { AT_ONCE, listDueReturns } from './waiting.repo.ts'

/** Returns customers to the AI when the return time is due that was scheduled at an agent's answer. */
export class AiReturnWorker {
  private readonly deps: { db: Database; writer: CustomerWriter; clock: Clock; log: FastifyBaseLogger }

  constructor(deps: AiReturnWorker['deps']) {
    this.deps = deps
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock, log } = this.deps
    const due = await listDueReturns(db.sql, clock.now())
    let returned = 0
    for (const { entId, id } of due) {
      try {
        await this.returnOne(entId, id)
        returned += 1
      } catch (error) {
        // An error of one customer does not stop the others.
        log.error({ err: error, customerId: id }, 'the AI could not return')
      }
    }
    return returned === AT_ONCE
  }

  private returnOne(entId: EntId, id: CustomerId): Promise<void> {
    const { db, writer, clock } = this.deps
    return db.transaction(async (tx) => {
      const now = clock.now()
      const change = await lockCustomer(tx.sql, entId, id)
      // Checked again under the lock: an agent may have answered or switched since, or another node was first.
      if (!change?.customer.autoEnableAt || change.customer.autoEnableAt > now) return
      const { starting } = await getAccountReception(tx.sql, entId, change.customer.relationId, now)
      changeCustomerReception(change, { kind: 'auto_return', starting }, now)
      await writer.commit(tx, [change], now)
    })
  }
}
