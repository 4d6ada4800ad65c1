import { formatDuration, SKIP_MS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { findCustomerRow, lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { notifyAgents, maskedCustomerName } from '../customer/notify-agents.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { getAgentName } from '../customer/customer-names.repo.ts'
import { markWarned } from '../customer/unversioned.repo.ts'
import { isOverdue, listOverdue, listUnwarned, type Waiting } from './waiting.repo.ts'

type WaitingDeps = { db: Database; writer: CustomerWriter; clock: Clock; log: FastifyBaseLogger }

const TAKEN_BACK = '超时未回复，已放回未分配'

/** Warns owners of waiting customers, and releases customers that waited too long. */
export class WaitingMonitor {
  private readonly deps: WaitingDeps

  constructor(deps: WaitingDeps) {
    this.deps = deps
  }

  async run(): Promise<void> {
    const { db, clock } = this.deps
    for (const each of await listUnwarned(db.sql, clock.now())) await this.safely(each, () => this.warn(each))
    for (const each of await listOverdue(db.sql, clock.now())) await this.safely(each, () => this.takeBack(each))
  }

  private async safely({ customerId }: Waiting, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      this.deps.log.error({ err: error, customerId }, 'a waiting customer could not be looked after'),
    )
  }

  private warn(waiting: Waiting): Promise<void> {
    return this.deps.db.transaction(async (tx) => {
      const now = this.deps.clock.now()
      if (!(await markWarned(tx.sql, waiting, now))) return
      const { entId, customerId, agentId } = waiting
      const row = await findCustomerRow(tx.sql, entId, customerId)
      if (!row?.waitingSince) return
      const seconds = Math.floor((now.getTime() - row.waitingSince.getTime()) / 1000)
      const text = `${maskedCustomerName(row)} 已等待 ${formatDuration(seconds)}，请尽快回复`
      await notifyAgents(tx, row, { hintType: 'wait_warning', text, level: 'warn', to: [agentId] }, now)
    })
  }

  private takeBack(waiting: Waiting): Promise<void> {
    const { entId, customerId, agentId } = waiting
    const { db, writer, clock } = this.deps
    return db.transaction(async (tx) => {
      const now = clock.now()
      const change = await lockCustomer(tx.sql, entId, customerId)
      // Checked again under the lock: the owner may have answered or transferred the customer.
      if (!change || !(await isOverdue(tx.sql, waiting, now))) return
      const agentName = await getAgentName(tx.sql, entId, agentId)
      const { hint } = changeCustomerReception(
        change,
        { kind: 'release', agentName, reason: 'timeout', operatorId: null },
        now,
      )
      Object.assign(change.customer, { skipAgentId: agentId, skipUntil: new Date(now.getTime() + SKIP_MS) })
      await writer.commit(tx, [change], now)
      const text = `${maskedCustomerName(change.customer)} ${TAKEN_BACK}`
      if (!hint) return
      const told = { hintType: hint, text, detail: TAKEN_BACK, level: 'warn', to: [agentId] } as const
      await notifyAgents(tx, change.customer, told, now)
    })
  }
}
