import { setTimeout as sleep } from 'node:timers/promises'
import type { CustomerId, EntId, RelationId } from '@ruwu/contract'
import { isCandidate, pickAgent, QUEUE_FULL_HINT_MS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { ASSIGN_QUEUE_LOCK, lockKeyOf, withAdvisoryLock } from '../db/advisory-lock.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { maskedCustomerName, notifyAgents, ownerCause } from '../customer/notify-agents.ts'
import type { AutomaticSender, FindSendingAccount } from '../outbound/index.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { listAssigning, noteAssigned, noteFull, type Plan, readPlans, storeDefaultPlan } from './plan.repo.ts'
import { eachQueued, type Queued } from './queue.repo.ts'
import { isQueued } from '../customer/queue-state.ts'
import { markQueueTold } from '../customer/unversioned.repo.ts'
import { listRoleHolders } from '../customer/role-holders.repo.ts'
import { lockTeammate, noteAssignment, readTeam, type Teammate } from './team.repo.ts'

type AssignDeps = {
  db: Database
  writer: CustomerWriter
  clock: Clock
  log: FastifyBaseLogger
  findAccount: FindSendingAccount
  automatic: AutomaticSender
}

/** Attempts per customer when the picked agent turns out to be full or offline. */
const MOST_OFFERS = 3
/** For about two seconds. */
const LOCKED_TRIES = 10
const LOCKED_PAUSE_MS = 200

/** Assigns queued customers to agents with free places, by the reception plan of their account. */
export class QueueAssigner {
  private readonly deps: AssignDeps

  constructor(deps: AssignDeps) {
    this.deps = deps
  }

  async run(): Promise<void> {
    for (const entId of await listAssigning(this.deps.db.sql)) {
      try {
        await this.assign(entId)
      } catch (error) {
        this.deps.log.error({ err: error, entId }, 'queue assignment failed')
      }
    }
  }

  /** One run per enterprise at a time over all nodes (advisory lock): 轮流 has one pointer. Answers how many were assigned. */
  assign(entId: EntId): Promise<number> {
    const { db } = this.deps
    return withAdvisoryLock(db.pool, [ASSIGN_QUEUE_LOCK, lockKeyOf(entId)], () => new Round(this.deps, entId).run())
  }
}

/** One pass over an enterprise's queue. The team's state is cached; each assignment checks it again under row locks. */
class Round {
  private readonly deps: AssignDeps
  private readonly entId: EntId
  private team: Teammate[] = []
  /** Agents that an account's setting allows; empty: all. */
  private readonly allowed = new Map<RelationId, ReadonlySet<string>>()
  /** Customers that could not be assigned, by plan. */
  private readonly unassigned = new Map<Plan, number>()

  constructor(deps: AssignDeps, entId: EntId) {
    this.deps = deps
    this.entId = entId
  }

  async run(): Promise<number> {
    const { db } = this.deps
    const planOf = await readPlans(db.sql, this.entId)
    await this.readTeam()
    let assigned = 0
    const locked: Queued[] = []
    const handle = async (queued: Queued) => {
      const plan = planOf(queued.relationId)
      if (plan.mode === 'manual') return
      const outcome = await this.offer(queued, plan)
      if (outcome === 'assigned') assigned += 1
      if (outcome === 'nobody') await this.wait(queued, plan)
      if (outcome === 'locked') locked.push(queued)
    }
    for await (const queued of eachQueued(db.sql, this.entId)) await handle(queued)
    // Not left to the next run, which may be half a minute away: other transactions hold a row for moments.
    for (let tries = 0; tries < LOCKED_TRIES && locked.length > 0; tries += 1) {
      await sleep(LOCKED_PAUSE_MS)
      for (const queued of locked.splice(0)) await handle(queued)
    }
    for (const [plan, waiting] of this.unassigned) await this.tellSupervisors(plan, waiting)
    return assigned
  }

  private async readTeam(): Promise<void> {
    this.team = await readTeam(this.deps.db.sql, this.entId, this.deps.clock.now())
  }

  private async offer(queued: Queued, plan: Plan): Promise<'assigned' | 'nobody' | 'gone' | 'locked'> {
    for (let offers = 0; offers < MOST_OFFERS; offers += 1) {
      const team = await this.teamFor(queued.relationId)
      const mate = pickAgent(plan, team, queued, this.deps.clock.now())
      if (!mate) return 'nobody'
      const outcome = await this.assign(queued.id, plan, mate)
      if (outcome !== 'busy') return outcome
      await this.readTeam()
    }
    return 'nobody'
  }

  private async teamFor(account: RelationId): Promise<Teammate[]> {
    const known = this.allowed.get(account)
    const allowed = known ?? (await this.readAllowed(account))
    if (!known) this.allowed.set(account, allowed)
    return allowed.size === 0 ? this.team : this.team.filter((mate) => allowed.has(mate.id))
  }

  private async readAllowed(account: RelationId): Promise<ReadonlySet<string>> {
    const found = await this.deps.findAccount(this.deps.db.sql, this.entId, account)
    return new Set(found?.setting.agentIds)
  }

  /** A customer locked by another transaction is skipped. */
  private async assign(id: CustomerId, plan: Plan, mate: Teammate): Promise<'assigned' | 'gone' | 'locked' | 'busy'> {
    const { db, writer, clock } = this.deps
    const now = clock.now()
    const outcome = await db.transaction(async (tx) => {
      const change = await lockCustomer(tx.sql, this.entId, id, { skipLocked: true })
      if (!change) return 'locked'
      if (!isQueued(change.customer)) return 'gone'
      const held = await lockTeammate(tx.sql, this.entId, mate.id, now)
      if (!held || !isCandidate(held, change.customer, now)) return 'busy'
      changeCustomerReception(
        change,
        { kind: 'receive', agentId: held.id, agentName: held.name, reason: 'auto', operatorId: null },
        now,
      )
      await writer.commit(tx, [change], now)
      await noteAssignment(tx.sql, this.entId, held.id, now)
      if (plan.id) await noteAssigned(tx.sql, this.entId, plan.id, held.id)
      const text = `${maskedCustomerName(change.customer)} 已分配给您`
      const told = { hintType: 'assigned', text, detail: '', level: 'info', to: [held.id] } as const
      await notifyAgents(tx, change.customer, { ...told, cause: ownerCause(change.customer) }, now)
      return 'assigned'
    })
    if (outcome === 'assigned') {
      mate.current += 1
      mate.lastAssignedAt = now
      plan.lastAgentId = mate.id
    }
    return outcome
  }

  /** No agent is free: the queue text is sent once per session. */
  private async wait({ id, unnotifiedSessionId }: Queued, plan: Plan): Promise<void> {
    this.unassigned.set(plan, (this.unassigned.get(plan) ?? 0) + 1)
    const { queueText: text } = plan.rule
    if (text === '' || unnotifiedSessionId === null) return
    await this.deps.db.transaction(async (tx) => {
      const change = await lockCustomer(tx.sql, this.entId, id, { skipLocked: true })
      if (!change?.session || change.session.queueTold || !isQueued(change.customer)) return
      await markQueueTold(tx.sql, change.session.id)
      const { receptionType, receptionEpoch } = change.customer
      await this.deps.automatic.send(tx, {
        entId: this.entId,
        customerId: id,
        kind: 'queue',
        content: { type: 'text', text },
        expected: { receptionType, receptionEpoch },
      })
    })
  }

  private async tellSupervisors({ id }: Plan, waiting: number): Promise<void> {
    await this.deps.db.transaction(async (tx) => {
      const now = this.deps.clock.now()
      const planId = id ?? (await storeDefaultPlan(tx.sql, this.entId, now))
      const since = new Date(now.getTime() - QUEUE_FULL_HINT_MS)
      if (!(await noteFull(tx.sql, this.entId, planId, since, now))) return
      const text = `没有可接待的客服，${waiting} 位客户正在排队`
      const to = await listRoleHolders(tx.sql, this.entId, ['supervisor'])
      const told = { hintType: 'queue_full', text, level: 'warn', to, subjectId: planId } as const
      await notifyAgents(tx, { entId: this.entId }, told, now)
    })
  }
}
