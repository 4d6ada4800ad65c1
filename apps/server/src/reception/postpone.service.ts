import type { CustomerId, CustomerItem, EntId } from '@ruwu/contract'
import { POSTPONE_TEXTS, postponeRefusal, postponeTimeRefusal } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { type ChangeDeps, changeCustomer } from '../customer/change-customer.ts'
import type { CustomerRow } from '../customer/customer-change.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import { returnPostponed } from '../customer/session-lifecycle.ts'
import type { Caller } from '../platform/http/caller.ts'
import { UserFacingError } from '../platform/http/errors.ts'
import { AT_ONCE, listDuePostponed } from './waiting.repo.ts'

type Postponing = {
  until: Date | null
  /** Does nothing where the conversation is back already. */
  undo: boolean
  /** What the agent has seen. */
  inboundCount?: number | undefined
}

/** A message that the agent has not seen is not put away. */
const unseenRefusal = (row: Pick<CustomerRow, 'inboundCount'>, seen = row.inboundCount): string | undefined =>
  row.inboundCount > seen ? POSTPONE_TEXTS.written : undefined

export type PostponeService = ReturnType<typeof createPostponeService>

/** 稍后处理: the owner puts a conversation away until a time. The customer's next message brings it back as well (`countInbound`). */
export function createPostponeService(deps: ChangeDeps & { log: FastifyBaseLogger }) {
  const { db, writer, clock, log } = deps

  /** Checked again under the lock: the customer may have written, or another node was first. */
  const returnOne = (entId: EntId, id: CustomerId): Promise<void> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const change = await lockCustomer(tx.sql, entId, id)
      if (!change?.customer.postponedUntil || change.customer.postponedUntil > now) return
      returnPostponed(change.customer, now)
      change.events.push({ type: 'cus_postpone', postponedUntil: null, operatorId: null })
      await writer.commit(tx, [change], now)
    })

  return {
    /** Without a time: takes it back, or ends that the conversation stands first after it came back. */
    postpone: (
      caller: Caller,
      customerId: CustomerId,
      { until, undo, inboundCount }: Postponing,
    ): Promise<CustomerItem> =>
      changeCustomer(deps, caller, customerId, ({ change: { customer: row, events }, now }) => {
        const refusal = postponeRefusal(row, caller.agentId)
        if (refusal) throw new UserFacingError('refused', refusal)
        if (undo && row.postponedUntil === null) return
        const notNow = (until && postponeTimeRefusal(until, now)) ?? unseenRefusal(row, inboundCount)
        if (notNow) throw new UserFacingError('refused', notNow)
        if (until === null && row.postponedUntil === null) {
          if (row.returnedAt === null) return
          row.returnedAt = null
        }
        if (until !== null && row.postponedUntil?.getTime() === until.getTime()) return
        row.postponedUntil = until
        const postponedUntil = until?.toISOString() ?? null
        events.push({ type: 'cus_postpone', postponedUntil, operatorId: caller.agentId })
      }),

    /** Brings back what is due. True when there may be more. */
    async run(): Promise<boolean> {
      const due = await listDuePostponed(db.sql, clock.now())
      let returned = 0
      for (const { entId, id } of due) {
        try {
          await returnOne(entId, id)
          returned += 1
        } catch (error) {
          // An error of one customer does not stop the others.
          log.error({ err: error, customerId: id }, 'a postponed conversation could not return')
        }
      }
      return returned === AT_ONCE
    },
  }
}
