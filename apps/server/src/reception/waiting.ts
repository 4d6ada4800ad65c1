import { formatDuration, SKIP_MS } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { customer } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { lockCase } from '../customer/customer-change.repo.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { giveHint, nameOfCustomer } from '../customer/agent-hint.ts'
import { changeCase } from '../customer/reception-change.ts'
import { nameOfAgent } from '../customer/change-customer.ts'
import { isOverdue, listOverdue, listUnwarned, markWarned, type Waiting } from './waiting.repo.ts'

type WaitingDeps = { db: Database; desk: Desk; clock: Clock; log: FastifyBaseLogger }

/** Looks after customers whose owner lets them wait. */
export class WaitingWatch {
  private readonly deps: WaitingDeps

  constructor(deps: WaitingDeps) {
    this.deps = deps
  }

  /** First the owner is told, then the customer is taken back. */
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
      const [row] = await tx.sql
        .select()
        .from(customer)
        .where(and(eq(customer.entId, entId), eq(customer.id, customerId)))
      if (!row?.waitingSince) return
      const seconds = Math.floor((now.getTime() - row.waitingSince.getTime()) / 1000)
      const text = `${nameOfCustomer(row)} 已等待 ${formatDuration(seconds)}，请尽快回复`
      giveHint(tx, row, { hintType: 'wait_warning', text, level: 'warn', to: [agentId] }, now)
    })
  }

  private takeBack(waiting: Waiting): Promise<void> {
    const { entId, customerId, agentId } = waiting
    const { db, desk, clock } = this.deps
    return db.transaction(async (tx) => {
      const now = clock.now()
      const of = await lockCase(tx.sql, entId, customerId)
      // They may have answered meanwhile, or passed the customer on.
      if (!of || !(await isOverdue(tx.sql, waiting, now))) return
      const agentName = await nameOfAgent(tx.sql, entId, agentId)
      const { hint } = changeCase(of, { kind: 'release', agentName, reason: 'timeout', operatorId: null }, now)
      Object.assign(of.customer, { skipAgentId: agentId, skipUntil: new Date(now.getTime() + SKIP_MS) })
      await desk.save(tx, [of], now)
      const text = `${nameOfCustomer(of.customer)} 超时未回复，已放回未分配`
      if (hint) giveHint(tx, of.customer, { hintType: hint, text, level: 'warn', to: [agentId] }, now)
    })
  }
}
