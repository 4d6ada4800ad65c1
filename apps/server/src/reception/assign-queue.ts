import type { CustomerId, EntId, RelationId } from '@ruwu/contract'
import { isCandidate, pickAgent, QUEUE_FULL_HINT_MS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { DRAIN_LOCK, lockKeyOf, withAdvisoryLock } from '../db/advisory-lock.ts'
import type { Database } from '../db/database.ts'
import { session } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { lockCase } from '../customer/customer-change.repo.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { giveHint, nameOfCustomer } from '../customer/agent-hint.ts'
import type { AutomaticSender } from '../outbound/automatic-sender.ts'
import type { FindSendingAccount } from '../outbound/send.service.ts'
import { changeCase } from '../customer/reception-change.ts'
import { listAssigning, noteAssigned, noteFull, type Plan, readPlans } from './plan.repo.ts'
import { eachQueued, type Queued } from './queue.repo.ts'
import { isQueued } from '../customer/queue-state.ts'
import { listSupervisors, lockTeammate, noteAssignment, readTeam, type Teammate } from './team.repo.ts'

type DrainDeps = {
  db: Database
  desk: Desk
  clock: Clock
  log: FastifyBaseLogger
  findAccount: FindSendingAccount
  automatic: AutomaticSender
}

/** How often a customer is offered anew when the picked agent turns out to be busy or gone. */
const MOST_OFFERS = 3

/** Gives those who wait to agents who have room, as their account's plan says. */
export class Drain {
  private readonly deps: DrainDeps

  constructor(deps: DrainDeps) {
    this.deps = deps
  }

  async run(): Promise<void> {
    for (const entId of await listAssigning(this.deps.db.sql)) {
      try {
        await this.drain(entId)
      } catch (error) {
        this.deps.log.error({ err: error, entId }, 'the queue could not be drained')
      }
    }
  }

  /** One at a time for each enterprise, on whichever node: 轮流 has one pointer. How many were given to somebody. */
  drain(entId: EntId): Promise<number> {
    const { db } = this.deps
    return withAdvisoryLock(db.pool, [DRAIN_LOCK, lockKeyOf(entId)], () => new Round(this.deps, entId).run())
  }
}

/** One look at the whole queue of an enterprise. What it believes of the team is checked again, under locks, at each assignment. */
class Round {
  private readonly deps: DrainDeps
  private readonly entId: EntId
  private team: Teammate[] = []
  /** Whom each account's setting allows; all where it names nobody. */
  private readonly allowed = new Map<RelationId, ReadonlySet<string>>()
  /** How many wait in vain, by plan. */
  private readonly inVain = new Map<Plan, number>()

  constructor(deps: DrainDeps, entId: EntId) {
    this.deps = deps
    this.entId = entId
  }

  async run(): Promise<number> {
    const { db } = this.deps
    const planOf = await readPlans(db.sql, this.entId)
    await this.readTeam()
    let assigned = 0
    for await (const queued of eachQueued(db.sql, this.entId)) {
      const plan = planOf(queued.relationId)
      if (plan.mode === 'manual') continue
      const outcome = await this.offer(queued, plan)
      if (outcome === 'assigned') assigned += 1
      if (outcome === 'nobody') await this.wait(queued, plan)
    }
    for (const [plan, waiting] of this.inVain) await this.tellSupervisors(plan, waiting)
    return assigned
  }

  private async readTeam(): Promise<void> {
    this.team = await readTeam(this.deps.db.sql, this.entId, this.deps.clock.now())
  }

  private async offer(queued: Queued, plan: Plan): Promise<'assigned' | 'nobody' | 'gone'> {
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

  /** Whom somebody else holds just now is left to them. */
  private async assign(id: CustomerId, plan: Plan, mate: Teammate): Promise<'assigned' | 'gone' | 'busy'> {
    const { db, desk, clock } = this.deps
    const now = clock.now()
    const outcome = await db.transaction(async (tx) => {
      const of = await lockCase(tx.sql, this.entId, id, { skipLocked: true })
      if (!of || !isQueued(of.customer)) return 'gone'
      const held = await lockTeammate(tx.sql, this.entId, mate.id, now)
      if (!held || !isCandidate(held, of.customer, now)) return 'busy'
      changeCase(of, { kind: 'receive', agentId: held.id, agentName: held.name, reason: 'auto', operatorId: null }, now)
      await desk.save(tx, [of], now)
      await noteAssignment(tx.sql, this.entId, held.id, now)
      if (plan.id) await noteAssigned(tx.sql, this.entId, plan.id, held.id)
      const text = `${nameOfCustomer(of.customer)} 已分配给您`
      giveHint(tx, of.customer, { hintType: 'assigned', text, level: 'info', to: [held.id] }, now)
      return 'assigned'
    })
    if (outcome === 'assigned') {
      mate.current += 1
      mate.lastAssignedAt = now
      plan.lastAgentId = mate.id
    }
    return outcome
  }

  /** Nobody is free: the customer is told so once in a session. */
  private async wait({ id, untold }: Queued, plan: Plan): Promise<void> {
    this.inVain.set(plan, (this.inVain.get(plan) ?? 0) + 1)
    const { queueText: text } = plan.rule
    if (text === '' || untold === null) return
    await this.deps.db.transaction(async (tx) => {
      const of = await lockCase(tx.sql, this.entId, id, { skipLocked: true })
      if (!of?.session || of.session.queueTold || !isQueued(of.customer)) return
      await tx.sql.update(session).set({ queueTold: true }).where(eq(session.id, of.session.id))
      const { receptionType, receptionEpoch } = of.customer
      await this.deps.automatic.send(tx, {
        entId: this.entId,
        customerId: id,
        senderKind: 'flow',
        content: { type: 'text', text },
        expected: { receptionType, receptionEpoch },
        delayMs: 0,
        meta: {},
      })
    })
  }

  private async tellSupervisors({ id }: Plan, waiting: number): Promise<void> {
    if (id === null) return
    await this.deps.db.transaction(async (tx) => {
      const now = this.deps.clock.now()
      const since = new Date(now.getTime() - QUEUE_FULL_HINT_MS)
      if (!(await noteFull(tx.sql, this.entId, id, since, now))) return
      const text = `没有可接待的客服，${waiting} 位客户正在排队`
      const to = await listSupervisors(tx.sql, this.entId)
      giveHint(tx, { entId: this.entId }, { hintType: 'queue_full', text, level: 'warn', to }, now)
    })
  }
}
