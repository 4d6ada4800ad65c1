import type { agentApi, Agent, AgentDetail, AgentId, AgentListFilter, AgentStatus, Busy, EntId } from '@ruwu/contract'
import { AGENT_TEXTS, BUSY_TEXTS } from '@ruwu/domain'
import type { z } from 'zod'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, StaleError, TooOftenError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { countCurrent, countOwned } from '../../reception/index.ts'
import type { AuthService } from '../auth/index.ts'
import { lockLimits } from '../enterprise/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { countTry, type Limit, resetTries } from '../../platform/auth/throttle.repo.ts'
import { checkNewPassword } from '../../platform/auth/new-password.ts'
import type { Passwords } from '../../platform/auth/password.ts'
import { checkChange, checkCovers, checkGranted } from './agent-rights.ts'
import {
  type AgentRow,
  countEnabled,
  findEditorName,
  getAgent,
  insertAgent,
  listAgents,
  replacePassword,
  scopeText,
  setPassword,
  setStatus,
  updateAgent,
} from './agent.repo.ts'
import { fromStatus, toAgent } from './agent.view.ts'

type NewAgent = z.output<typeof agentApi.create.body>
type AgentChange = Partial<Omit<NewAgent, 'password'>> & { version?: number | undefined }

const WRONG_OLD_PASSWORDS: Limit = { most: 5, windowMs: 15 * 60_000 }

/** The list of the page. */
export async function listShownAgents(db: Queryable, caller: Caller, filter: AgentListFilter): Promise<Agent[]> {
  const status = filter.status === undefined ? undefined : fromStatus(filter.status)
  const findsTelephone = caller.permissions.has('agentManagement:settingsEdit')
  const rows = await listAgents(db, caller.entId, { ...filter, status, findsTelephone })
  const current = await countCurrent(db, caller.entId)
  return rows.map((row) => toAgent(row, current.get(row.id) ?? 0))
}

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

  list(caller: Caller, filter: AgentListFilter): Promise<Agent[]> {
    return listShownAgents(this.db.sql, caller, filter)
  }

  async detail({ entId }: Caller, id: AgentId): Promise<AgentDetail> {
    const { sql } = this.db
    const { telephone, avatar, version } = await getAgent(sql, entId, id)
    const customers = await countOwned(sql, entId, id)
    return { ...(await readAgent(sql, entId, id)), telephone, avatar, customers, version }
  }

  /** The password is known to its maker, so it signs in only together with the one that replaces it. */
  async create(caller: Caller, { password, limit, ...fields }: NewAgent): Promise<Agent> {
    checkNewPassword(password, { telephone: fields.telephone, field: 'password' })
    const passwordHash = await this.passwords.hash(password)
    return this.db.transaction(async (tx) => {
      const { entId } = caller
      await checkRoom(tx.sql, entId)
      await checkGranted(tx.sql, caller, fields)
      const now = this.clock.now()
      const id = newId<AgentId>(now)
      const row = { ...fields, entId, id, receptionLimit: limit, passwordHash, passwordIsOneTime: true }
      await orTaken(insertAgent(tx.sql, { ...row, createdAt: now, updatedAt: now }))
      const agent = await readAgent(tx.sql, entId, id)
      const eventBase = { at: now.toISOString(), operatorId: caller.agentId }
      tx.emit(entId, { type: 'agent_create', agentId: id, agent, ...eventBase })
      const values = await auditOf(tx.sql, await getAgent(tx.sql, entId, id))
      await writeAudit(tx.sql, caller, { action: 'agent.create', object: id, name: agent.name, after: values }, now)
      return agent
    })
  }

  /** Agents set only their own status; another id looks absent. */
  async setStatus(caller: Caller, id: AgentId, status: AgentStatus, busy: Busy | null = null): Promise<Agent> {
    if (id !== caller.agentId) throw new NotFoundError('客服')
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const until = busy?.until ? new Date(busy.until) : null
      if (until && until <= now) throw new FieldError({ 'busy.until': BUSY_TEXTS.past })
      const to = { status: fromStatus(status), busy: busy && { reason: busy.reason, until } }
      await setStatus(tx.sql, caller.entId, id, to, now)
      tx.emit(caller.entId, {
        type: 'agent_status_change',
        agentId: id,
        status,
        busy,
        at: now.toISOString(),
        operatorId: caller.agentId,
      })
      return readAgent(tx.sql, caller.entId, id)
    })
  }

  async edit(caller: Caller, id: AgentId, { limit, version, ...edit }: AgentChange): Promise<Agent> {
    if (!caller.permissions.has('agentManagement:settingsEdit')) throw new UserFacingError('forbidden')
    return this.db.transaction(async (tx) => {
      const before = await getAgent(tx.sql, caller.entId, id)
      const valuesBefore = await auditOf(tx.sql, before)
      const change = { ...edit, ...(limit === undefined ? {} : { receptionLimit: limit }) }
      const changesRights = await checkChange(tx.sql, caller, before, change)

      const now = this.clock.now()
      const fields = { ...change, updatedBy: caller.agentId, updatedAt: now }
      if (!(await orTaken(updateAgent(tx.sql, caller.entId, id, fields, version))))
        throw new StaleError(await findEditorName(tx.sql, caller.entId, id))
      const after = await readAgent(tx.sql, caller.entId, id)
      emitChange(tx, caller, after, now)
      if (changesRights) {
        const eventBase = { at: now.toISOString(), operatorId: caller.agentId }
        tx.emit(caller.entId, { type: 'perms_change', ...eventBase }, { agentIds: [id] })
        await this.auth.endWithoutSecondStep(tx, caller.entId)
      }
      const values = { before: valuesBefore, after: await auditOf(tx.sql, await getAgent(tx.sql, caller.entId, id)) }
      await writeAudit(tx.sql, caller, { action: 'agent.edit', object: id, name: before.name, ...values }, now)
      return after
    })
  }

  async changeOwnPassword(caller: Caller, oldDigest: string, newDigest: string): Promise<{ token: string }> {
    const { passwordHash, telephone, name } = await this.checkOwnPassword(caller, oldDigest, 'oldpassword')
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

  /** The caller's row, after the password was typed again; a wrong one is refused at `field`. */
  async checkOwnPassword(caller: Caller, digest: string, field: 'oldpassword' | 'password'): Promise<AgentRow> {
    const tries = `old-password:${caller.agentId}`
    const { count, endsAt } = await countTry(this.db.sql, tries, WRONG_OLD_PASSWORDS, this.clock.now())
    if (count > WRONG_OLD_PASSWORDS.most) {
      throw new TooOftenError(Math.ceil((endsAt.getTime() - this.clock.now().getTime()) / 1000))
    }
    const row = await getAgent(this.db.sql, caller.entId, caller.agentId)
    if (!(await this.passwords.verify(row.passwordHash, digest)))
      throw new FieldError({ [field]: field === 'password' ? '密码不正确' : '旧密码不正确' })
    await resetTries(this.db.sql, tries)
    return row
  }

  /** An agent whose rights the caller holds. */
  async getCovered(tx: Transaction, caller: Caller, id: AgentId, refusal: string): Promise<AgentRow> {
    const target = await getAgent(tx.sql, caller.entId, id)
    await checkCovers(tx.sql, caller, target, refusal)
    return target
  }

  /** Ends all sign-ins of the agent; the password is known to the caller, so it is good for one sign-in. */
  async resetPassword(caller: Caller, id: AgentId, newDigest: string): Promise<true> {
    if (id === caller.agentId) throw new UserFacingError('refused', '请通过「修改密码」更改自己的密码')
    checkNewPassword(newDigest, await getAgent(this.db.sql, caller.entId, id))
    const to = await this.passwords.hash(newDigest)
    await this.db.transaction(async (tx) => {
      const target = await this.getCovered(tx, caller, id, '不能重置权限高于自己的客服的密码')
      const now = this.clock.now()
      await setPassword(tx.sql, caller.entId, id, { to, isOneTime: true, now })
      await writeAudit(tx.sql, caller, { action: 'agent.resetPassword', object: id, name: target.name }, now)
      await this.auth.endSessions(tx, caller.entId, id, 'kick_by_password_updated')
    })
    return true
  }

  async forceOffline(caller: Caller, id: AgentId): Promise<true> {
    if (id === caller.agentId) throw new UserFacingError('refused', '不能强制自己下线')
    await this.db.transaction(async (tx) => {
      const target = await this.getCovered(tx, caller, id, '不能强制权限高于自己的客服下线')
      const entry = { action: 'agent.forceOffline', object: id, name: target.name } as const
      await writeAudit(tx.sql, caller, entry, this.clock.now())
      await this.auth.endSessions(tx, caller.entId, id, 'forced')
    })
    return true
  }
}

/** Fields of an agent as the log shows them. */
const auditOf = async (db: Queryable, row: AgentRow) => ({
  name: row.name,
  avatar: row.avatar,
  role: row.roleName,
  telephone: row.telephone,
  accountScope: await scopeText(db, row.entId, row.accountScope),
  limit: row.receptionLimit,
})

export async function readAgent(db: Queryable, entId: EntId, id: AgentId): Promise<Agent> {
  return toAgent(await getAgent(db, entId, id), (await countCurrent(db, entId, id)).get(id) ?? 0)
}

/** Locks the enterprise until commit, so that two new agents can't pass the limit together. */
export async function checkRoom(db: Queryable, entId: EntId): Promise<void> {
  const { agents } = await lockLimits(db, entId)
  if ((await countEnabled(db, entId)) >= agents) throw new UserFacingError('refused', AGENT_TEXTS.tooMany)
}

export function emitChange(tx: Transaction, caller: Caller, agent: Agent, now: Date): void {
  const { id, name, roleId, roleName, telephone, avatar, enabled, accountScope, limit } = agent
  tx.emit(caller.entId, {
    type: 'agent_change',
    agentId: id,
    name,
    roleId,
    roleName,
    telephone,
    avatar,
    enabled,
    accountScope,
    limit,
    at: now.toISOString(),
    operatorId: caller.agentId,
  })
}

const orTaken = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'agent_telephone_unique')) throw error
    throw new FieldError({ telephone: AGENT_TEXTS.telephoneTaken })
  })
