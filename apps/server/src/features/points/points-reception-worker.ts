import type { EntId, RelationId } from '@ruwu/contract'
import { hasPointsLeft, type ReceptionCause } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { lockAccountShared } from './account.repo.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { type CustomerKey, lockCustomers } from '../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { AutomaticSender } from '../../outbound/index.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import { type AccountReception, getAccountReception } from '../../customer/account-reception.repo.ts'
import { listMisplaced, listUntold, noteReplied, type Untold } from './points-reception.repo.ts'

const AT_ONCE = 200

type PointsReceptionDeps = {
  db: Database
  writer: CustomerWriter
  clock: Clock
  log: FastifyBaseLogger
  automatic: AutomaticSender
}

/**
 * Takes customers from an AI that may not answer for want of points, and gives them back once it may. It compares what is with what
 * should be, so it does not matter who noticed first, on which node, or how far a round before it came.
 */
export class PointsReceptionWorker {
  private readonly deps: PointsReceptionDeps
  private readonly atOnce: number
  /** Left out until all others are done, so that whoever fails again and again keeps nobody waiting. */
  private failed = new Set<EntId>()

  constructor(deps: PointsReceptionDeps, atOnce = AT_ONCE) {
    this.deps = deps
    this.atOnce = atOnce
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const choice = { limit: this.atOnce, without: new Set(this.failed) }
    const misplaced = Map.groupBy(await listMisplaced(db.sql, clock.now(), choice), (each) => each.entId)
    let changed = 0
    for (const [entId, keys] of misplaced) changed += await this.safely(entId, () => this.move(entId, keys))
    for (const untold of await listUntold(db.sql, choice)) {
      changed += await this.safely(untold.entId, () => this.tell(untold))
    }
    if (changed > 0 || this.failed.size > choice.without.size) return true
    this.failed.clear()
    return false
  }

  private safely(entId: EntId, work: () => Promise<number>): Promise<number> {
    return work().catch((error: unknown) => {
      this.failed.add(entId)
      this.deps.log.error({ err: error, entId }, 'customers could not be moved for points')
      return 0
    })
  }

  private move(entId: EntId, keys: CustomerKey[]): Promise<number> {
    const { db, writer, clock } = this.deps
    return db.transaction(async (tx) => {
      const now = clock.now()
      const changes = await lockCustomers(tx.sql, [], keys)
      const account = await lockAccountShared(tx.sql, entId)
      const receptions = new Map<RelationId, AccountReception>()
      for (const id of new Set(changes.map((change) => change.customer.relationId))) {
        receptions.set(id, await getAccountReception(tx.sql, entId, id, now))
      }
      const moved = changes.filter((change) => {
        const cause = causeFor(change, receptions.get(change.customer.relationId), account)
        return cause && changeCustomerReception(change, cause, now).hasChanged
      })
      await writer.commit(tx, moved, now)
      return moved.length
    })
  }

  /** Once in a session, and only while nobody has taken it up. */
  private tell({ entId, customerId, sessionId, receptionEpoch, humanSeq, text }: Untold): Promise<number> {
    const { db, automatic, clock } = this.deps
    return db.transaction(async (tx) => {
      if (!(await noteReplied(tx.sql, entId, sessionId, clock.now()))) return 0
      await automatic.send(tx, {
        entId,
        customerId,
        kind: 'points_out',
        content: { type: 'text', text },
        expected: { receptionType: 'manual', receptionEpoch, humanSeq },
      })
      return 1
    })
  }
}

function causeFor(
  change: CustomerChange,
  reception: AccountReception | undefined,
  account: Awaited<ReturnType<typeof lockAccountShared>>,
): ReceptionCause | undefined {
  if (!reception) return undefined
  const { situation, starting } = reception
  if (!situation.isAvailable) {
    return { kind: 'points_out', hasOpenSession: change.session !== undefined, isDailyLimit: hasPointsLeft(account) }
  }
  return starting.receptionType === 'ai_agent' ? { kind: 'points_back' } : undefined
}
