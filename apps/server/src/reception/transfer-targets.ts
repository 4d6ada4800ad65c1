import type { CustomerId, TransferTarget } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { avatarPath } from '../chat/chat-user/index.ts'
import { getVisible } from '../customer/visibility.repo.ts'
import { mayReceiveFrom, readTeam, type Teammate } from './team.repo.ts'

/** Agents a customer can be transferred to; without a customer, all agents that receive customers. */
export class TargetService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  /** Online agents first, then by free places; the present owner is left out. */
  async list(caller: Caller, id: CustomerId | undefined): Promise<TransferTarget[]> {
    const team = await readTeam(this.db.sql, caller.entId, this.clock.now())
    const fitting = id === undefined ? team : await this.fittingFor(caller, id, team)
    return fitting.toSorted(byRoom).map(toTarget)
  }

  private async fittingFor(caller: Caller, id: CustomerId, team: readonly Teammate[]): Promise<Teammate[]> {
    const owner = await getVisible(this.db.sql, caller, id)
    return team.filter((mate) => mate.id !== owner.agentId && mayReceiveFrom(mate, owner.relationId))
  }
}

const byRoom = (a: Teammate, b: Teammate) =>
  Number(b.isOnline) - Number(a.isOnline) || a.current / a.limit - b.current / b.limit

const toTarget = ({ id, name, avatar, isOnline, busy, current, limit }: Teammate): TransferTarget => ({
  agentId: id,
  name,
  avatar: avatar || avatarPath(id),
  isOnline,
  busy,
  current,
  limit,
})
