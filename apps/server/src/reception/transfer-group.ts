import type { CustomerId, TransferGroup, TransferGroupRef } from '@ruwu/contract'
import { isCandidate, pickAgent, TRANSFER_TEXTS } from '@ruwu/domain'
import type { CustomerRow } from '../customer/customer-change.ts'
import { isVisible } from '../customer/visibility.repo.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { FindSendingAccount, SendingAccount } from '../outbound/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import { listAssignable } from './queue.repo.ts'
import { noteAssigned, readPlans } from './plan.repo.ts'
import {
  lockGroupTransfers,
  lockTeammate,
  mayReceiveFrom,
  noteAssignment,
  readTeam,
  type Teammate,
} from './team.repo.ts'

type GroupDeps = { db: Database; clock: Clock; findAccount: FindSendingAccount }
type Finding = Pick<GroupDeps, 'findAccount'>

type Owned = Pick<CustomerRow, 'entId' | 'agentId' | 'relationId'>

/** Who may receive one of the customers: not its present owner, and with its account in scope. */
const mayReceive = (mate: Teammate, rows: readonly Owned[]): boolean =>
  rows.some(({ agentId, relationId }) => mate.id !== agentId && mayReceiveFrom(mate, relationId))

/** Agents of the group who may receive the customer. */
async function membersOf(
  db: Queryable,
  row: Owned,
  group: TransferGroupRef,
  { findAccount, now }: Finding & { now: Date },
): Promise<Teammate[]> {
  const { entId } = row
  const team = await readTeam(db, entId, now)
  if (group.kind === 'role') {
    const mates = team.filter(({ roleId }) => roleId === group.id)
    if (mates.length === 0) throw new NotFoundError('客服组')
    return mates.filter((mate) => mayReceive(mate, [row]))
  }
  const account = await findAccount(db, entId, group.id)
  if (!account) throw new NotFoundError('渠道账号')
  return teamOf(account, team).filter((mate) => mayReceive(mate, [row]))
}

const teamOf = ({ id, setting: { agentIds } }: SendingAccount, team: readonly Teammate[]): Teammate[] =>
  team.filter((mate) => mayReceiveFrom(mate, id) && (agentIds.length === 0 || agentIds.includes(mate.id)))

/**
 * The agent of the group who gets the customer, row locked until commit: by the account's 分配方式 among the group (手动领取: 空闲优先). Refused
 * where no agent is 在线 with a free place.
 */
export async function pickFromGroup(
  db: Queryable,
  row: CustomerRow,
  group: TransferGroupRef,
  { findAccount, now }: Finding & { now: Date },
): Promise<Teammate> {
  await lockGroupTransfers(db, row.entId)
  const members = await membersOf(db, row, group, { findAccount, now })
  if (members.length === 0) throw new UserFacingError('refused', TRANSFER_TEXTS.nobodyElse)
  const plan = (await readPlans(db, row.entId))(row.relationId)
  const left = new Set(members)
  while (left.size > 0) {
    const mode = plan.mode === 'manual' ? 'idle' : plan.mode
    const picked = pickAgent({ ...plan, mode }, [...left], row, now)
    if (!picked) break
    // Checked again under the lock: the queue may have filled the place meanwhile.
    const held = await lockTeammate(db, row.entId, picked.id, now)
    if (held && isCandidate(held, row, now)) {
      await noteAssignment(db, row.entId, held.id, now)
      if (plan.id) await noteAssigned(db, row.entId, plan.id, held.id)
      return held
    }
    left.delete(picked)
  }
  throw new UserFacingError('refused', TRANSFER_TEXTS.nobodyFree)
}

export type GroupService = ReturnType<typeof createGroupService>

/** Groups to which customers can be transferred. */
export function createGroupService({ db, clock, findAccount }: GroupDeps) {
  return {
    /** The team of the account first, where all customers have the same, then roles by name. */
    async list(caller: Caller, customerIds: readonly CustomerId[]): Promise<TransferGroup[]> {
      const { entId } = caller
      const now = clock.now()
      const rows = (await listAssignable(db.sql, entId, customerIds)).filter((row) => isVisible(caller, row))
      const [row] = rows
      if (!row) throw new NotFoundError('客户')
      const mates = (await readTeam(db.sql, entId, now)).filter((mate) => mayReceive(mate, rows))
      const isOneAccount = rows.every(({ relationId }) => relationId === row.relationId)
      const account = isOneAccount ? await findAccount(db.sql, entId, row.relationId) : undefined
      const team = account ? teamOf(account, mates) : []
      const roles = Map.groupBy(mates, ({ roleId }) => roleId)
      const toGroup = (group: TransferGroupRef, name: string, members: readonly Teammate[]): TransferGroup => ({
        group,
        name,
        free: members.filter((mate) => rows.some((each) => mate.id !== each.agentId && isCandidate(mate, each, now)))
          .length,
        size: members.length,
      })
      return [
        ...(team.length > 0 ? [toGroup({ kind: 'account', id: row.relationId }, row.accountName, team)] : []),
        ...[...roles].map(([id, members]) => toGroup({ kind: 'role', id }, members[0]?.roleName ?? '', members)),
      ]
    },
  }
}
