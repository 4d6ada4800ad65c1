import type { CustomerId, TransferTarget } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { customer } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import { avatarPath } from '../chat/chat-user/index.ts'
import { isVisible } from '../customer/visibility.repo.ts'
import { mayReceiveFrom, readTeam, type Teammate } from './team.repo.ts'

/** Whom a customer can be passed on to. Without a customer: who receives customers at all. */
export class TargetService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** Those who are there first, of these who has most room; who has the customer already is left out. */
  async list(caller: Caller, id: CustomerId | undefined): Promise<TransferTarget[]> {
    const team = await readTeam(this.db.sql, caller.entId, this.clock.now())
    const fitting = id === undefined ? team : await this.fittingFor(caller, id, team)
    return fitting.toSorted(byRoom).map(toTarget)
  }

  private async fittingFor(caller: Caller, id: CustomerId, team: readonly Teammate[]): Promise<Teammate[]> {
    const [of] = await this.db.sql
      .select({ agentId: customer.agentId, relationId: customer.relationId })
      .from(customer)
      .where(and(eq(customer.entId, caller.entId), eq(customer.id, id)))
    if (!of || !isVisible(caller, of)) throw new NotFoundError('客户')
    return team.filter((mate) => mate.id !== of.agentId && mayReceiveFrom(mate, of.relationId))
  }
}

const byRoom = (a: Teammate, b: Teammate) =>
  Number(b.isOnline) - Number(a.isOnline) || a.current / a.limit - b.current / b.limit

const toTarget = ({ id, name, avatar, isOnline, current, limit }: Teammate): TransferTarget => ({
  agentId: id,
  name,
  avatar: avatar || avatarPath(id),
  isOnline,
  current,
  limit,
})
