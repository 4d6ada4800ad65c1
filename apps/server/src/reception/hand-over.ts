import type { AgentId, EntId, HandedOver } from '@ruwu/contract'
import { AGENT_TEXTS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { notifyAgents } from '../customer/notify-agents.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { lockCustomers } from '../customer/customer-change.repo.ts'
import { getAgentName } from '../customer/customer-names.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { countOwned, type LeavingAgent, listLeaving, listOwned, lockLeaving } from './hand-over.repo.ts'
import { lockTeammate, mayReceiveFrom, type Teammate } from './team.repo.ts'

/** Customers of one transaction. */
const AT_ONCE = 50
/** Customers of one request; the background loop moves the others. */
const IN_REQUEST = 500

type Moved = Omit<HandedOver, 'left'>
type HandOverDeps = { db: Database; writer: CustomerWriter; clock: Clock; log: FastifyBaseLogger }

/** Hands the customers of disabled agents to a colleague (T19) or back to 未分配 (T18). */
export class HandOver {
  private readonly deps: HandOverDeps

  constructor(deps: HandOverDeps) {
    this.deps = deps
  }

  /** Right after an agent was disabled. */
  async begin(entId: EntId, id: AgentId): Promise<HandedOver> {
    const total = { redirected: 0, released: 0 }
    for (let tried = 0; tried < IN_REQUEST; tried += AT_ONCE) {
      const moved = await this.moveSome(entId, id)
      if (moved.redirected + moved.released === 0) break
      total.redirected += moved.redirected
      total.released += moved.released
    }
    return { ...total, left: await countOwned(this.deps.db.sql, entId, id) }
  }

  /** The rest of large hand-overs, interrupted ones, and customers received at the moment of disabling. True: there may be more. */
  async run(): Promise<boolean> {
    const { db, log } = this.deps
    let isMoving = false
    for (const { entId, id } of await listLeaving(db.sql)) {
      try {
        const { redirected, released } = await this.moveSome(entId, id)
        isMoving ||= redirected + released > 0
      } catch (error) {
        log.error({ err: error, agentId: id }, 'customers of a disabled agent could not be handed over')
      }
    }
    return isMoving
  }

  /** Lock order as everywhere: customers before agents. */
  private moveSome(entId: EntId, id: AgentId): Promise<Moved> {
    const { db, writer, clock } = this.deps
    return db.transaction(async (tx) => {
      const now = clock.now()
      const ids = await listOwned(tx.sql, entId, id, AT_ONCE)
      const keys = ids.map((customerId) => ({ entId, customerId }))
      const changes = (await lockCustomers(tx.sql, [], keys)).filter(({ customer }) => customer.agentId === id)
      const leaving = await lockLeaving(tx.sql, entId, id)
      if (!leaving || changes.length === 0) return { redirected: 0, released: 0 }
      const { handoverAgentId } = leaving
      const target = handoverAgentId ? await lockTeammate(tx.sql, entId, handoverAgentId, now) : undefined
      const operatorId = leaving.disabledBy ?? id
      const operator = { operatorId, operatorName: await getAgentName(tx.sql, entId, operatorId) }
      const redirected = changes.filter((change) => move(change, leaving, target, operator, now)).length
      await writer.commit(tx, changes, now)
      if (target && redirected > 0 && target.id !== operatorId) {
        const text = `${operator.operatorName} 将 ${leaving.name} 的 ${redirected} 位客户交接给您`
        const told = { hintType: 'transferred', text, level: 'info', to: [target.id], operatorId } as const
        await notifyAgents(tx, { entId }, told, now)
      }
      return { redirected, released: changes.length - redirected }
    })
  }
}

/** True: to the colleague; false: to 未分配, where there is none or the account is outside the colleague's scope. */
function move(
  change: CustomerChange,
  leaving: LeavingAgent,
  target: Teammate | undefined,
  operator: { operatorId: AgentId; operatorName: string },
  now: Date,
): boolean {
  const { operatorId, operatorName } = operator
  if (target && mayReceiveFrom(target, change.customer.relationId)) {
    const reason = AGENT_TEXTS.disabled(leaving.name)
    const { id: agentId, name: agentName } = target
    changeCustomerReception(change, { kind: 'redirect', agentId, agentName, reason, ...operator }, now)
    return true
  }
  changeCustomerReception(change, { kind: 'release', agentName: operatorName, reason: 'release', operatorId }, now)
  return false
}
