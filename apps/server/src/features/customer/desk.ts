import type { AgentId, EntId } from '@ruwu/contract'
import type { Queryable, Transaction } from '../../db/database.ts'
import type { Bus } from '../../realtime/bus.ts'
import { announceThread } from '../../realtime/chat-item.ts'
import type { Case } from './case.ts'
import { writeCases } from './case.repo.ts'
import { toCustomer } from './customer.view.ts'
import { listWatchers, watching } from './watchers.ts'

/** Saves what was changed about customers, and has the agents who may see them told of it. */
export class Desk {
  private readonly bus: Bus

  constructor(deps: { bus: Bus }) {
    this.bus = deps.bus
  }

  async save(tx: Transaction, cases: readonly Case[], now: Date): Promise<void> {
    if (cases.length === 0) return
    await writeCases(tx.sql, cases, now)
    const watchersIn = await this.watchersBy(tx.sql, cases)
    for (const each of cases) {
      const { customer: row, formerOwner } = each
      const audience = { agentIds: watching(watchersIn.get(row.entId) ?? [], row.agentId, formerOwner) }
      const common = { customerId: row.id, receptionEpoch: row.receptionEpoch, at: now.toISOString() }
      if (each.isNew) {
        tx.emit(
          row.entId,
          { type: 'customer_create', customer: toCustomer(row), operatorId: null, ...common },
          audience,
        )
      }
      for (const event of each.events) tx.emit(row.entId, { ...event, ...common }, audience)
      if (each.messages.length > 0) this.announce(tx, each, audience.agentIds)
    }
  }

  private announce(tx: Transaction, { customer: row, messages }: Case, receivers: AgentId[]): void {
    tx.afterCommit(() => announceThread(this.bus, { entId: row.entId, customerId: row.id, messages, receivers }))
  }

  private async watchersBy(sql: Queryable, cases: readonly Case[]) {
    const watchersIn = new Map<EntId, Awaited<ReturnType<typeof listWatchers>>>()
    for (const entId of new Set(cases.map((each) => each.customer.entId))) {
      watchersIn.set(entId, await listWatchers(sql, entId))
    }
    return watchersIn
  }
}
