import { type AgentId, CustomerId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import {
  type ChatIdentity,
  listBlocked,
  refusedSenders,
  type RelationChange,
  saveRelation,
} from '../chat-user/index.ts'
import type { SeatService } from '../../customer/index.ts'
import { dmEnds, lockDm } from '../topic/index.ts'

export class RelationService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly seats: SeatService

  constructor(deps: { db: Database; clock: Clock; seats: SeatService }) {
    this.db = deps.db
    this.clock = deps.clock
    this.seats = deps.seats
  }

  /** The other need not exist. A DM between the two learns at once who may still send. */
  async relate(caller: ChatIdentity, targetId: string, change: RelationChange): Promise<void> {
    if (targetId === caller.userId) throw new ChatError(400, 'that is yourself')
    if (targetId.length > 128) throw new ChatError(400, 'bad user id')
    const target = cleanText(targetId)
    // A customer's star hangs on the agent's seat beside them.
    if (change.isStar !== undefined && (await this.star(caller, target, change.isStar))) {
      const { isStar: _, ...others } = change
      if (Object.keys(others).length > 0) await this.relate(caller, target, others)
      return
    }
    const { low, high } = dmEnds(caller.userId, target)
    await this.db.transaction(async (tx) => {
      await lockDm(tx.sql, caller.entId, low, high)
      await saveRelation(tx.sql, caller.entId, caller.userId, target, change, this.clock.now())
      const refused = await refusedSenders(tx.sql, caller.entId, low, high)
      await tx.sql.execute(
        sql`update topic set refused_senders = ${sql.param(refused)}::text[], member_version = member_version + 1 where ent_id = ${caller.entId} and low = ${low} and high = ${high}`,
      )
    })
  }

  /** False: this is no customer whom the caller may see. */
  private async star({ entId, userId, isAgent }: ChatIdentity, target: string, isStar: boolean): Promise<boolean> {
    const id = isAgent ? CustomerId.safeParse(target).data : undefined
    if (id === undefined) return false
    try {
      await this.seats.star({ entId, agentId: userId as AgentId }, id, isStar)
      return true
    } catch (error) {
      if (error instanceof NotFoundError) return false
      throw error
    }
  }

  blocked(caller: ChatIdentity): Promise<string[]> {
    return listBlocked(this.db.sql, caller.entId, caller.userId)
  }
}
