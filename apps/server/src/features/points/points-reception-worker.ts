import type { EntId, RelationId } from '@ruwu/contract'
import { hasPointsLeft, type ReceptionCause } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { getEnterprise } from '../enterprise/index.ts'
import { lockAccountShared } from './account.repo.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { type CustomerKey, lockCustomers } from '../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { AutomaticSender } from '../../outbound/index.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import { type AccountReception, getAccountReception } from '../../customer/account-reception.repo.ts'
import { listMisplaced, listWithoutUsedUpReply, recordUsedUpReply, type UsedUpReply } from './points-reception.repo.ts'

const AT_ONCE = 200

type PointsReceptionDeps = {
  db: Database
  writer: CustomerWriter
  clock: Clock
  log: FastifyBaseLogger
  automatic: AutomaticSender
}

/**
 * Moves customers from the AI to people while points are used up, and back afterwards. Each run compares stored with wanted
 * reception, so it is idempotent: it may run on several nodes and resume after a crash.
 */
export class PointsReceptionWorker {
  private readonly deps: PointsReceptionDeps
  private readonly atOnce: number
  /** Enterprises whose move failed: skipped until a run finds no other work, so that they do not block the others. */
  private failed = new Set<EntId>()

  constructor(deps: PointsReceptionDeps, atOnce = AT_ONCE) {
    this.deps = deps
    this.atOnce = atOnce
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const page = { limit: this.atOnce, excluding: new Set(this.failed) }
    const misplaced = Map.groupBy(await listMisplaced(db.sql, clock.now(), page), (each) => each.entId)
    let changed = 0
    for (const [entId, keys] of misplaced) changed += await this.orFailed(entId, () => this.move(entId, keys))
    for (const reply of await listWithoutUsedUpReply(db.sql, page)) {
      changed += await this.orFailed(reply.entId, () => this.sendUsedUpReply(reply))
    }
    if (changed > 0 || this.failed.size > page.excluding.size) return true
    this.failed.clear()
    return false
  }

  /** An error puts the enterprise into `failed` and counts as no change. */
  private orFailed(entId: EntId, work: () => Promise<number>): Promise<number> {
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
      const isDailyLimit = hasPointsLeft(await lockAccountShared(tx.sql, entId))
      const isSuspended = (await getEnterprise(tx.sql, entId)).suspendedAt !== null
      const receptions = new Map<RelationId, AccountReception>()
      for (const id of new Set(changes.map((change) => change.customer.relationId))) {
        receptions.set(id, await getAccountReception(tx.sql, entId, id, now))
      }
      const moved = changes.filter((change) => {
        const cause = causeFor(change, receptions.get(change.customer.relationId), { isDailyLimit, isSuspended })
        return cause && changeCustomerReception(change, cause, now).hasChanged
      })
      await writer.commit(tx, moved, now)
      return moved.length
    })
  }

  /** Once per session, and only while no person has answered since (epoch and humanSeq unchanged). */
  private sendUsedUpReply({
    entId,
    customerId,
    sessionId,
    receptionEpoch,
    humanSeq,
    text,
  }: UsedUpReply): Promise<number> {
    const { db, automatic, clock } = this.deps
    return db.transaction(async (tx) => {
      if (!(await recordUsedUpReply(tx.sql, entId, sessionId, clock.now()))) return 0
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
  why: { isDailyLimit: boolean; isSuspended: boolean },
): ReceptionCause | undefined {
  if (!reception) return undefined
  const { situation, starting } = reception
  if (!situation.isAvailable) {
    return { kind: 'points_out', hasOpenSession: change.session !== undefined, ...why }
  }
  return starting.receptionType === 'ai_agent' ? { kind: 'points_back' } : undefined
}
