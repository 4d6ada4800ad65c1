import { AGENT_TEXTS, covers, narrowScope } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { type AgentEdit, type AgentRow, areAccounts, lockAdmins, lockRights } from './agent.repo.ts'

type RightsSource = Pick<AgentRow, 'roleId' | 'accountScope'>

/** Privilege escalation: agents act on those only whose rights they hold themselves, and give no others. */
export async function checkCovers(
  db: Queryable,
  caller: Caller,
  { roleId, accountScope }: RightsSource,
  refusal: string,
): Promise<void> {
  const rights = await lockRights(db, caller.entId, roleId)
  if (!covers(caller, { ...rights, accountScope: narrowScope(accountScope, rights.accountScope) }))
    throw new UserFacingError('refused', refusal)
}

/** The rights of a new agent. */
export async function checkGranted(db: Queryable, caller: Caller, rights: RightsSource): Promise<void> {
  await checkCovers(db, caller, rights, AGENT_TEXTS.beyondOwn)
  if (!(await areAccounts(db, caller.entId, rights.accountScope))) throw new NotFoundError('渠道账号')
}

/**
 * Checks a change of an agent's role or account scope: the caller holds the old and the new permissions, is not the changed agent,
 * and one enabled administrator with all accounts remains. Returns whether the rights change.
 */
export async function checkChange(
  db: Queryable,
  caller: Caller,
  before: AgentRow,
  { roleId = before.roleId, accountScope = before.accountScope }: AgentEdit,
): Promise<boolean> {
  const moves = roleId !== before.roleId
  const rescopes = !isSameScope(accountScope, before.accountScope)
  if (!moves && !rescopes) {
    await checkCovers(db, caller, before, '不能修改权限高于自己的客服')
    return false
  }
  if (before.id === caller.agentId)
    throw new UserFacingError('refused', moves ? AGENT_TEXTS.ownRole : AGENT_TEXTS.ownAccounts)
  const keepsAdmin = !moves && accountScope === null
  const checkLast = keepsAdmin ? undefined : await lockLastAdmin(db, caller, before)
  await checkGranted(db, caller, { roleId, accountScope })
  await checkCovers(db, caller, before, AGENT_TEXTS.beyondOwn)
  checkLast?.()
  return true
}

/** Serialises against other demotions. The returned function refuses when the agent is the last administrator of all accounts. */
export async function lockLastAdmin(db: Queryable, caller: Caller, { id, roleId }: AgentRow): Promise<() => void> {
  const admins = await lockAdmins(db, caller.entId)
  return () => {
    if (roleId === admins.roleId && admins.ids.every((each) => each === id))
      throw new UserFacingError('refused', AGENT_TEXTS.lastAdmin)
  }
}

const isSameScope = (one: RightsSource['accountScope'], other: RightsSource['accountScope']): boolean =>
  String(one?.toSorted()) === String(other?.toSorted())
