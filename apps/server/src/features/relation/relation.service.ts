import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import {
  type ChatIdentity,
  listBlocked,
  refusedSenders,
  type RelationChange,
  saveRelation,
} from '../chat-user/index.ts'
import { dmEnds, lockDm } from '../topic/index.ts'

export class RelationService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** The other need not exist. A DM between the two learns at once who may still send. */
  async relate(caller: ChatIdentity, targetId: string, change: RelationChange): Promise<void> {
    if (targetId === caller.userId) throw new ChatError(400, 'that is yourself')
    if (targetId.length > 128) throw new ChatError(400, 'bad user id')
    const target = cleanText(targetId)
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

  blocked(caller: ChatIdentity): Promise<string[]> {
    return listBlocked(this.db.sql, caller.entId, caller.userId)
  }
}
