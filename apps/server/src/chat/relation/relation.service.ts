import type { Database } from '../../db/database.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import { listBlocked, refusedSenders, type RelationChange, saveRelation } from '../chat-user/index.ts'
import type { CustomerThreads } from '../customer-threads.ts'
import { dmEnds, lockDm, setRefusedSenders } from '../topic/index.ts'

export class RelationService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly customers: Pick<CustomerThreads, 'star'>

  constructor(deps: { db: Database; clock: Clock; customers: Pick<CustomerThreads, 'star'> }) {
    this.db = deps.db
    this.clock = deps.clock
    this.customers = deps.customers
  }

  /**
   * The target need not exist. In the same transaction the DM between the two is updated with the ends that may not
   * send.
   */
  async relate(caller: ChatIdentity, targetId: string, change: RelationChange): Promise<void> {
    if (targetId === caller.userId) throw new ChatError(400, 'that is yourself')
    if (targetId.length > 128) throw new ChatError(400, 'bad user id')
    const target = cleanText(targetId)
    // A star on a customer is stored in the agent's customer_seat row, not as a relation.
    if (change.isStar !== undefined && (await this.customers.star(caller, target, change.isStar))) {
      const { isStar: _, ...others } = change
      if (Object.keys(others).length > 0) await this.relate(caller, target, others)
      return
    }
    const { low, high } = dmEnds(caller.userId, target)
    await this.db.transaction(async (tx) => {
      await lockDm(tx.sql, caller.entId, low, high)
      await saveRelation(tx.sql, caller.entId, caller.userId, target, change, this.clock.now())
      const refused = await refusedSenders(tx.sql, caller.entId, low, high)
      await setRefusedSenders(tx.sql, caller.entId, { low, high }, refused)
    })
  }

  blocked(caller: ChatIdentity): Promise<string[]> {
    return listBlocked(this.db.sql, caller.entId, caller.userId)
  }
}
