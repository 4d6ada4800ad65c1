import { autoArchiveName } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { lockCustomer } from '../../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../../customer/customer-writer.ts'
import { changeCustomerReception } from '../../../customer/reception-change.ts'
import { endSession } from '../../../customer/session-lifecycle.ts'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { hasFlowStep, type Idle, listIdle } from './auto-archive.repo.ts'

type AutoArchiveDeps = { db: Database; clock: Clock; log: FastifyBaseLogger; writer: CustomerWriter }

/** Per enterprise and run: every archived customer is an event to the open consoles. */
export const ARCHIVED_AT_ONCE = 50

const DAY_MS = 86_400_000

/** 自动归档: archives customers without a message for so many days, in bounded batches. */
export function createAutoArchiveWorker({ db, clock, log, writer }: AutoArchiveDeps) {
  const archive = ({ entId, customerId, days }: Idle): Promise<void> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const change = await lockCustomer(tx.sql, entId, customerId, { skipLocked: true })
      // Checked again under the lock: the customer may have written, or another node was first.
      if (!change || change.customer.waitingSince !== null) return
      // Its owner has postponed it and gets it back.
      if (change.customer.postponedUntil !== null || change.customer.returnedAt !== null) return
      if (change.customer.lastMessageAt.getTime() > now.getTime() - days * DAY_MS) return
      if (await hasFlowStep(tx.sql, { entId, customerId })) return
      const cause = { kind: 'archive', archive: true, operatorId: null, operatorName: autoArchiveName(days) } as const
      if (!changeCustomerReception(change, cause, now).hasChanged) return
      endSession(change)
      await writer.commit(tx, [change], now)
    })

  return {
    async run(): Promise<void> {
      for (const idle of await listIdle(db.sql, clock.now(), ARCHIVED_AT_ONCE)) {
        try {
          await archive(idle)
        } catch (error) {
          // An error of one customer does not stop the others.
          log.error({ err: error, customerId: idle.customerId }, 'automatic archive failed')
        }
      }
    },
  }
}
