import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import { changeSeat, marking, reading, type SeatChange } from './seat.repo.ts'
import { maySeeCustomer } from './watchers.repo.ts'

type SeatOwner = { entId: EntId; agentId: AgentId }

/** Per-agent state of a customer: read position, unread mark, pin, star (customer_seat). */
export class SeatService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** Up to `seq`, or to the end. */
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

  /** The event goes to the same agent's consoles only. */
  private change({ entId, agentId }: SeatOwner, customerId: CustomerId, change: SeatChange): Promise<void> {
    return this.db.transaction(async (tx) => {
      if (!(await maySeeCustomer(tx.sql, entId, agentId, customerId))) throw new NotFoundError('客户')
      const now = this.clock.now()
      const seat = await changeSeat(tx.sql, { entId, agentId, customerId }, change, now)
      if (!seat) return
      const event = { type: 'cus_seat' as const, customerId, seat, at: now.toISOString(), operatorId: agentId }
      tx.emit(entId, event, { agentIds: [agentId] })
    })
  }
}
