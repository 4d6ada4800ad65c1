import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import { changeSeat, marking, reading, type SeatChange } from './seat.repo.ts'
import { maySee } from './watchers.repo.ts'

type SeatOwner = { entId: EntId; agentId: AgentId }

/** What is one agent's own about customers: how far they have read, what they pinned and starred. */
export class SeatService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** Up to a number of the thread, or to its end. */
  read(owner: SeatOwner, id: CustomerId, seq?: number): Promise<void> {
    return this.change(owner, id, reading(seq))
  }

  markUnread(owner: SeatOwner, id: CustomerId): Promise<void> {
    return this.change(owner, id, marking('marked_unread', true))
  }

  pin(owner: SeatOwner, id: CustomerId, sticky: boolean): Promise<void> {
    return this.change(owner, id, marking('sticky', sticky))
  }

  star(owner: SeatOwner, id: CustomerId, isStar: boolean): Promise<void> {
    return this.change(owner, id, marking('is_star', isStar))
  }

  /** The agent's other screens learn of it; nobody else does. */
  private change({ entId, agentId }: SeatOwner, customerId: CustomerId, change: SeatChange): Promise<void> {
    return this.db.transaction(async (tx) => {
      if (!(await maySee(tx.sql, entId, agentId, customerId))) throw new NotFoundError('客户')
      const now = this.clock.now()
      const seat = await changeSeat(tx.sql, { entId, agentId, customerId }, change, now)
      if (!seat) return
      const event = { type: 'cus_seat' as const, customerId, seat, at: now.toISOString(), operatorId: agentId }
      tx.emit(entId, event, { agentIds: [agentId] })
    })
  }
}
