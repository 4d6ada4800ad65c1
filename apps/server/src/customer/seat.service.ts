import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import type { Database, Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import { changeSeats, marking, reading, recalling, type SeatChange } from './seat.repo.ts'
import { listWatcherIds, maySeeCustomer } from './watchers.repo.ts'

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
      await changeSeatIn(tx, { entId, agentId, customerId }, change, this.clock.now())
    })
  }
}

type OfAgents = { entId: EntId; customerId: CustomerId; agentIds: readonly AgentId[] }

/** Changes a seat and tells its agent's consoles. */
export const changeSeatIn = (
  tx: Transaction,
  { agentId, ...customer }: SeatOwner & { customerId: CustomerId },
  change: SeatChange,
  now: Date,
): Promise<void> => changeSeatsIn(tx, { ...customer, agentIds: [agentId] }, change, now)

async function changeSeatsIn(tx: Transaction, which: OfAgents, change: SeatChange, now: Date): Promise<void> {
  const { entId, customerId } = which
  for (const { agentId, seat } of await changeSeats(tx.sql, which, change, now)) {
    const event = { type: 'cus_seat' as const, customerId, seat, at: now.toISOString(), operatorId: agentId }
    tx.emit(entId, event, { agentIds: [agentId] })
  }
}

/** A recalled message of the customer is unread for no agent who may see the customer. */
export async function forgetRecalled(
  tx: Transaction,
  { entId, customerId, ...recalled }: { entId: EntId; customerId: CustomerId; seq: number; createdAt: Date },
  now: Date,
): Promise<void> {
  const agentIds = await listWatcherIds(tx.sql, entId, customerId)
  await changeSeatsIn(tx, { entId, customerId, agentIds }, recalling(recalled), now)
}
