import type { Agent, AgentId, AgentStatus, RoleId } from '@ruwu/contract'
import { covers } from '@ruwu/domain'
import type { Database, Transaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, TooOftenError, UserFacingError } from '../../platform/http/errors.ts'
import type { AuthService } from '../auth/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { countTry, type Limit, resetTries } from '../../platform/auth/throttle.repo.ts'
import { checkNewPassword } from '../../platform/auth/new-password.ts'
import type { Passwords } from '../../platform/auth/password.ts'
import {
  type AgentEdit,
  type AgentRow,
  getAgent,
  listAgents,
  lockAdmins,
  lockRights,
  replacePassword,
  setPassword,
  setStatus,
  updateAgent,
} from './agent.repo.ts'
import { fromStatus, toAgent } from './agent.view.ts'

const WRONG_OLD_PASSWORDS: Limit = { most: 5, windowMs: 15 * 60_000 }

export class AgentService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly auth: AuthService
  private readonly passwords: Passwords

  constructor(deps: { db: Database; clock: Clock; auth: AuthService; passwords: Passwords }) {
    this.db = deps.db
    this.clock = deps.clock
    this.auth = deps.auth
    this.passwords = deps.passwords
  }

  async list(
    caller: Caller,
    filter: { status?: AgentStatus; roleId?: RoleId; enabled?: boolean; keyword?: string },
  ): Promise<Agent[]> {
    const status = filter.status === undefined ? undefined : fromStatus(filter.status)
    const findsTelephone = caller.permissions.has('agentManagement:settingsEdit')
    return (await listAgents(this.db.sql, caller.entId, { ...filter, status, findsTelephone })).map(toAgent)
  }

  /** Agents set only their own status; another id looks absent. */
  async setStatus(caller: Caller, id: AgentId, status: AgentStatus): Promise<Agent> {
    if (id !== caller.agentId) throw new NotFoundError('客服')
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      await setStatus(tx.sql, caller.entId, id, fromStatus(status), now)
      tx.emit(caller.entId, {
        type: 'agent_status_change',
        agentId: id,
        status,
        at: now.toISOString(),
        operatorId: caller.agentId,
      })
      return toAgent(await getAgent(tx.sql, caller.entId, id))
    })
  }

  async edit(caller: Caller, id: AgentId, change: AgentEdit): Promise<Agent> {
    if (!caller.permissions.has('agentManagement:settingsEdit')) throw new UserFacingError('forbidden')
    return this.db.transaction(async (tx) => {
      const before = await getAgent(tx.sql, caller.entId, id)
      const movesTo = change.roleId === before.roleId ? undefined : change.roleId
      if (movesTo) await this.checkMove(tx, caller, before, movesTo)
      else await checkCovers(tx, caller, before, '不能修改权限高于自己的客服')

      const now = this.clock.now()
      await updateAgent(tx.sql, caller.entId, id, change, now).catch((error: unknown) => {
        if (!isUniqueViolation(error, 'agent_telephone_unique')) throw error
        throw new FieldError({ telephone: '该手机号已被使用' })
      })
      const after = toAgent(await getAgent(tx.sql, caller.entId, id))
      const eventBase = { at: now.toISOString(), operatorId: caller.agentId }
      tx.emit(caller.entId, {
        type: 'agent_change',
        agentId: id,
        name: after.name,
        roleId: after.roleId,
        roleName: after.roleName,
        telephone: after.telephone,
        avatar: after.avatar,
        ...eventBase,
      })
      if (movesTo) tx.emit(caller.entId, { type: 'perms_change', ...eventBase }, { agentIds: [id] })
      const values = {
        before: auditOf(toAgent(before), before.telephone),
        after: auditOf(after, change.telephone ?? before.telephone),
      }
      await writeAudit(tx.sql, caller, { action: 'agent.edit', object: id, name: before.name, ...values }, now)
      return after
    })
  }

  /** Privilege escalation rules: the caller must hold all rights of the old and new role, can't change its own role, and one administrator must remain. */
  private async checkMove(tx: Transaction, caller: Caller, before: AgentRow, roleId: RoleId): Promise<void> {
    if (before.id === caller.agentId) throw new UserFacingError('refused', '不能更改自己的角色')
    const admins = await lockAdmins(tx.sql, caller.entId)
    for (const id of [roleId, before.roleId]) {
      if (!covers(caller, await lockRights(tx.sql, caller.entId, id)))
        throw new UserFacingError('refused', '不能授予或收回自己没有的权限')
    }
    if (admins.length === 1 && admins[0] === before.id) throw new UserFacingError('refused', '至少保留一名管理员')
  }

  async changeOwnPassword(caller: Caller, oldDigest: string, newDigest: string): Promise<{ token: string }> {
    const tries = `old-password:${caller.agentId}`
    const { count, endsAt } = await countTry(this.db.sql, tries, WRONG_OLD_PASSWORDS, this.clock.now())
    if (count > WRONG_OLD_PASSWORDS.most) {
      throw new TooOftenError(Math.ceil((endsAt.getTime() - this.clock.now().getTime()) / 1000))
    }
    const { passwordHash, telephone, name } = await getAgent(this.db.sql, caller.entId, caller.agentId)
    if (!(await this.passwords.verify(passwordHash, oldDigest))) throw new FieldError({ oldpassword: '旧密码不正确' })
    await resetTries(this.db.sql, tries)
    checkNewPassword(newDigest, { telephone, old: oldDigest })

    const to = await this.passwords.hash(newDigest)
    return this.db.transaction(async (tx) => {
      const replaced = await replacePassword(tx.sql, caller.entId, caller.agentId, {
        from: passwordHash,
        to,
        now: this.clock.now(),
      })
      if (!replaced) throw new FieldError({ oldpassword: '旧密码不正确' })
      const entry = { action: 'agent.changePassword', object: caller.agentId, name } as const
      await writeAudit(tx.sql, caller, entry, this.clock.now())
      return { token: await this.auth.renewAfterPasswordChange(tx, caller) }
    })
  }

  /** Ends all sign-ins of the agent. */
  async resetPassword(caller: Caller, id: AgentId, newDigest: string): Promise<true> {
    if (id === caller.agentId) throw new UserFacingError('refused', '请通过「修改密码」更改自己的密码')
    checkNewPassword(newDigest, await getAgent(this.db.sql, caller.entId, id))
    const to = await this.passwords.hash(newDigest)
    await this.db.transaction(async (tx) => {
      const target = await getAgent(tx.sql, caller.entId, id)
      await checkCovers(tx, caller, target, '不能重置权限高于自己的客服的密码')
      const now = this.clock.now()
      await setPassword(tx.sql, caller.entId, id, { to, isOneTime: false, now })
      await writeAudit(tx.sql, caller, { action: 'agent.resetPassword', object: id, name: target.name }, now)
      await this.auth.endSessions(tx, caller.entId, id, 'kick_by_password_updated')
    })
    return true
  }

  async forceOffline(caller: Caller, id: AgentId): Promise<true> {
    if (id === caller.agentId) throw new UserFacingError('refused', '不能强制自己下线')
    await this.db.transaction(async (tx) => {
      const target = await getAgent(tx.sql, caller.entId, id)
      await checkCovers(tx, caller, target, '不能强制权限高于自己的客服下线')
      await writeAudit(
        tx.sql,
        caller,
        { action: 'agent.forceOffline', object: id, name: target.name },
        this.clock.now(),
      )
      await this.auth.endSessions(tx, caller.entId, id, 'forced')
    })
    return true
  }
}

const auditOf = ({ name, avatar, roleName: role }: Agent, telephone: string) => ({ name, avatar, role, telephone })

/** Privilege escalation: agents act on those only whose rights they hold themselves. */
async function checkCovers(tx: Transaction, caller: Caller, { roleId }: AgentRow, refusal: string): Promise<void> {
  if (!covers(caller, await lockRights(tx.sql, caller.entId, roleId))) throw new UserFacingError('refused', refusal)
}
