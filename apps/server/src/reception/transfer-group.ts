import type { CustomerId, TransferGroup, TransferGroupRef } from '@ruwu/contract'
import { isCandidate, pickAgent, TRANSFER_TEXTS } from '@ruwu/domain'
import type { CustomerRow } from '../customer/customer-change.ts'
import { getVisible } from '../customer/visibility.repo.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { FindSendingAccount } from '../outbound/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import { findAssignable } from './queue.repo.ts'
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

/** Agents of the group, the customer's present owner excepted, who may receive customers of its account. */
async function membersOf(
  db: Queryable,
  { entId, agentId, relationId }: Pick<CustomerRow, 'entId' | 'agentId' | 'relationId'>,
  group: TransferGroupRef,
  { findAccount, now }: Finding & { now: Date },
): Promise<Teammate[]> {
  const team = await readTeam(db, entId, now)
  const fitting = team.filter((mate) => mate.id !== agentId && mayReceiveFrom(mate, relationId))
  if (group.kind === 'role') return fitting.filter(({ roleId }) => roleId === group.id)
  const account = await findAccount(db, entId, group.id)
  if (!account) throw new NotFoundError('渠道账号')
  const { agentIds } = account.setting
  return fitting.filter(
    (mate) => mayReceiveFrom(mate, group.id) && (agentIds.length === 0 || agentIds.includes(mate.id)),
  )
}

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
  if (members.length === 0) throw new NotFoundError('客服组')
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

/** Groups to which a customer can be transferred. */
export function createGroupService({ db, clock, findAccount }: GroupDeps) {
  return {
    /** The team of the customer's account first, then roles by name. */
    async list(caller: Caller, customerId: CustomerId): Promise<TransferGroup[]> {
      const { entId } = caller
      const now = clock.now()
      await getVisible(db.sql, caller, customerId)
      const row = await findAssignable(db.sql, entId, customerId)
      if (!row) throw new NotFoundError('客户')
      const account = { kind: 'account', id: row.relationId } as const
      const team = await membersOf(db.sql, row, account, { findAccount, now })
      const all = (await readTeam(db.sql, entId, now)).filter(
        (mate) => mate.id !== row.agentId && mayReceiveFrom(mate, row.relationId),
      )
      const roles = Map.groupBy(all, ({ roleId }) => roleId)
      const toGroup = (group: TransferGroupRef, name: string, mates: readonly Teammate[]): TransferGroup => ({
        group,
        name,
        free: mates.filter((mate) => isCandidate(mate, row, now)).length,
        size: mates.length,
      })
      return [
        ...(team.length > 0 ? [toGroup(account, row.accountName, team)] : []),
        ...[...roles].map(([id, mates]) => toGroup({ kind: 'role', id }, mates[0]?.roleName ?? '', mates)),
      ]
    },
  }
}
