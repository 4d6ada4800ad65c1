import {
  type AccountScope,
  type AuditAction,
  type CustomerScope,
  type Permission,
  type Role,
  type roleApi,
  RoleId,
} from '@ruwu/contract'
import {
  type AuditValues,
  covers,
  CUSTOMER_SCOPE_LABELS,
  narrowScope,
  PERMISSIONS,
  type Rights,
  ROLE_TEXTS,
  toMPerms,
  withImplied,
} from '@ruwu/domain'
import type { z } from 'zod'
import type { Database, Transaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { cutPage, ID_CURSOR, readCursor } from '../../platform/http/cursor.ts'
import { FieldError, NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { areAccounts, moveRoleMembers, scopeText } from '../agent/index.ts'
import type { AuthService } from '../auth/index.ts'
import { listAudit, toEntry } from '../audit/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  deleteRole,
  getRole,
  insertRole,
  lastEditor,
  listMembers,
  listRoles,
  lockRoles,
  type Member,
  type RoleRow,
  setTotpRequired,
  updateRole,
} from './role.repo.ts'
import { toRole } from './role.view.ts'

type RoleInput = {
  name: string
  description: string
  permissions: Permission[]
  customerScope: CustomerScope
  accountScope: AccountScope
}

/** Also narrows the search of the log to an index. */
const ROLE_ACTIONS: AuditAction[] = ['role.create', 'role.edit', 'role.remove', 'role.requireTotp']

const LOCKED = '内置角色不可修改'

export class RoleService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly auth: AuthService

  constructor(deps: { db: Database; clock: Clock; auth: AuthService }) {
    this.db = deps.db
    this.clock = deps.clock
    this.auth = deps.auth
  }

  async ownPermissions(caller: Caller) {
    return { mPerms: toMPerms(caller.permissions) }
  }

  /** The caller with the rights of a role, as far as they are the caller's own: a preview shows nothing more than they may see. */
  async preview(caller: Caller, roleId: unknown): Promise<Caller> {
    if (!caller.permissions.has('agentManagement:viewPage')) throw new UserFacingError('forbidden')
    const id = RoleId.safeParse(roleId)
    if (!id.success) throw new NotFoundError('角色')
    const role = await getRole(this.db.sql, caller.entId, id.data)
    return {
      ...caller,
      isPreview: true,
      permissions: new Set(role.permissions.filter((permission) => caller.permissions.has(permission))),
      customerScope: caller.customerScope === 'own' ? 'own' : role.customerScope,
      accountScope: narrowScope(caller.accountScope, role.accountScope),
    }
  }

  /** Newest first. */
  async history(caller: Caller, { id, cursor, limit }: z.output<typeof roleApi.history.body>) {
    await getRole(this.db.sql, caller.entId, id)
    const filter = { object: id, actions: ROLE_ACTIONS }
    const below = readCursor(cursor, ID_CURSOR)
    const rows = await listAudit(this.db.sql, caller.entId, filter, { below, limit: limit + 1 })
    return cutPage(rows, limit, { mark: (row) => row.id, view: toEntry })
  }

  async list(caller: Caller): Promise<Role[]> {
    return (await listRoles(this.db.sql, caller.entId)).map(toRole)
  }

  async create(caller: Caller, input: RoleInput): Promise<Role> {
    const permissions = grantable(caller, input)
    return this.db.transaction(async (tx) => {
      await this.checkAccounts(tx, caller, input)
      const now = this.clock.now()
      const id = newId<RoleId>(now)
      const row = {
        ...input,
        permissions,
        entId: caller.entId,
        id,
        updatedBy: caller.agentId,
        createdAt: now,
        updatedAt: now,
      }
      if (!(await insertRole(tx.sql, row))) throw nameTaken()
      this.emitRoleChange(tx, caller, id)
      await writeAudit(
        tx.sql,
        caller,
        { action: 'role.create', object: id, name: row.name, after: await auditOf(tx, row) },
        now,
      )
      return toRole(await getRole(tx.sql, caller.entId, id))
    })
  }

  async update(caller: Caller, id: RoleId, version: number, input: RoleInput): Promise<Role> {
    const change = this.db.transaction(async (tx) => {
      await lockRoles(tx.sql, caller.entId, [id])
      const before = await getRole(tx.sql, caller.entId, id)
      if (before.builtin) throw new UserFacingError('refused', LOCKED)
      if (!covers(caller, before)) throw new UserFacingError('refused', '不能修改权限高于自己的角色')
      const permissions = grantable(caller, input)
      const members = await listMembers(tx.sql, caller.entId, id)
      checkKeepsOwn(caller, members, before, { ...input, permissions })
      const valuesBefore = await auditOf(tx, before)
      await this.checkAccounts(tx, caller, input)

      const now = this.clock.now()
      const fields = { ...input, permissions, updatedBy: caller.agentId, updatedAt: now }
      if (!(await updateRole(tx.sql, caller.entId, id, version, fields))) {
        // Deleted concurrently: report not found instead of stale.
        await getRole(tx.sql, caller.entId, id)
        throw new StaleError(await lastEditor(tx.sql, caller.entId, id))
      }
      const after = await getRole(tx.sql, caller.entId, id)
      this.emitPermsChange(tx, caller, members)
      this.emitRoleChange(tx, caller, id, after.name === before.name ? undefined : after)
      const entry = { object: id, name: before.name, before: valuesBefore, after: await auditOf(tx, after) }
      await writeAudit(tx.sql, caller, { action: 'role.edit', ...entry }, now)
      return toRole(after)
    })
    return change.catch((error: unknown) => {
      throw isUniqueViolation(error, 'role_name_unique') ? nameTaken() : error
    })
  }

  /** Built-in roles as well. Members without a second step are signed out by it. */
  async requireTotp(caller: Caller, id: RoleId, required: boolean): Promise<true> {
    return this.db.transaction(async (tx) => {
      await lockRoles(tx.sql, caller.entId, [id])
      const before = await getRole(tx.sql, caller.entId, id)
      if (!covers(caller, before)) throw new UserFacingError('refused', '不能修改权限高于自己的角色')
      if (before.requiresTotp === required) return true as const
      await setTotpRequired(tx.sql, caller.entId, id, required)
      const values = { before: { requiresTotp: !required }, after: { requiresTotp: required } }
      const entry = { action: 'role.requireTotp', object: id, name: before.name, ...values } as const
      await writeAudit(tx.sql, caller, entry, this.clock.now())
      this.emitPermsChange(tx, caller, await listMembers(tx.sql, caller.entId, id))
      this.emitRoleChange(tx, caller, id)
      await this.auth.endWithoutSecondStep(tx, caller.entId)
      return true as const
    })
  }

  async remove(caller: Caller, id: RoleId, moveTo: RoleId | undefined): Promise<true> {
    return this.db.transaction(async (tx) => {
      await lockRoles(tx.sql, caller.entId, moveTo === undefined ? [id] : [id, moveTo])
      const row = await getRole(tx.sql, caller.entId, id)
      if (row.builtin) throw new UserFacingError('refused', LOCKED)
      if (!covers(caller, row)) throw new UserFacingError('refused', '不能删除权限高于自己的角色')
      if (moveTo === undefined && row.memberCount > 0) {
        throw new UserFacingError('inUse', `该角色下有 ${row.memberCount} 名客服，请先选择新的角色`, {
          usedBy: (await listMembers(tx.sql, caller.entId, id)).map((member) => member.name),
        })
      }
      if (moveTo === id) throw new FieldError({ moveToRoleId: '请选择其它角色' })
      const target = moveTo === undefined ? undefined : await getRole(tx.sql, caller.entId, moveTo)
      if (target) {
        grantable(caller, target)
        const moved = await moveRoleMembers(tx.sql, caller, id, target.id)
        checkKeepsOwn(caller, moved, row, target)
        this.emitPermsChange(tx, caller, moved)
        await this.auth.endWithoutSecondStep(tx, caller.entId)
      }
      await deleteRole(tx.sql, caller.entId, id)
      this.emitRoleChange(tx, caller, id, target)
      const entry = { object: id, name: row.name, before: await auditOf(tx, row), after: { movedTo: target?.name } }
      await writeAudit(tx.sql, caller, { action: 'role.remove', ...entry }, this.clock.now())
      return true as const
    })
  }

  private async checkAccounts(tx: Transaction, { entId }: Caller, { accountScope }: RoleInput): Promise<void> {
    if (!(await areAccounts(tx.sql, entId, accountScope))) throw new NotFoundError('渠道账号')
  }

  /** Invalidates open role lists; `membersRole`: the role, or the name of it, that the members have now. */
  private emitRoleChange(tx: Transaction, caller: Caller, roleId: RoleId, membersRole?: RoleRow): void {
    const at = this.clock.now().toISOString()
    const moved = membersRole && { membersRole: { id: membersRole.id, name: membersRole.name } }
    tx.emit(caller.entId, { type: 'role_change', roleId, ...moved, at, operatorId: caller.agentId })
  }

  private emitPermsChange(tx: Transaction, caller: Caller, members: Member[]): void {
    if (members.length === 0) return
    const agentIds = members.map((member) => member.id)
    const at = this.clock.now().toISOString()
    tx.emit(caller.entId, { type: 'perms_change', at, operatorId: caller.agentId }, { agentIds })
  }
}

/** Fields of a role as the log shows them. */
const auditOf = async (tx: Transaction, role: RoleInput & Pick<RoleRow, 'entId'>): Promise<AuditValues> => ({
  name: role.name,
  description: role.description,
  permissions: role.permissions.map((permission) => PERMISSIONS[permission].label),
  customerScope: CUSTOMER_SCOPE_LABELS[role.customerScope],
  accountScope: await scopeText(tx.sql, role.entId, role.accountScope),
})

const nameTaken = () => new FieldError({ name: '角色名称已存在' })

/** An agent can't demote themselves: not by their own row, and not by the role they are in either. */
function checkKeepsOwn({ agentId }: Caller, members: Member[], before: Rights, after: Rights): void {
  if (members.some(({ id }) => id === agentId) && !covers(after, before))
    throw new UserFacingError('refused', ROLE_TEXTS.ownRights)
}

/** Permissions with implied ones. Refuses permissions that the caller does not hold (privilege escalation). */
function grantable(caller: Caller, wanted: Rights): Permission[] {
  const permissions = withImplied(wanted.permissions)
  if (covers(caller, { ...wanted, permissions })) return permissions
  throw new UserFacingError('refused', '不能授予自己没有的权限')
}
