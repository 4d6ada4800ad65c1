import { z } from 'zod'
import { AuditEntry } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant, RelationId, RoleId } from './ids.ts'
import { cursorFields, cursorPageOf } from './paging.ts'
import { PERMISSIONS } from './permission.ts'
import { typedText } from './text.ts'

const PermissionName = z.enum(PERMISSIONS)

/** Module name → granted `module:action` strings. Output is plain strings, so that an older console accepts permissions it does not know. */
const MPerms = z.record(z.string(), z.array(z.string()))

export const CUSTOMER_SCOPES = ['own', 'all'] as const
export const CustomerScope = z.enum(CUSTOMER_SCOPES)
export type CustomerScope = z.infer<typeof CustomerScope>

/** 渠道账号范围: channel accounts in scope; null: all of them. */
export const AccountScope = z.array(RelationId).nullable()
export type AccountScope = z.infer<typeof AccountScope>
/** As a caller sets it. */
export const NewAccountScope = z
  .array(RelationId)
  .min(1, '请选择渠道账号')
  .max(500, '最多选择 500 个渠道账号')
  .nullable()

export const BUILTIN_ROLE_KEYS = ['admin', 'supervisor', 'agent', 'operator', 'readOnly'] as const
export const BuiltinRole = z.enum(BUILTIN_ROLE_KEYS)
export type BuiltinRole = z.infer<typeof BuiltinRole>

export const Role = z.object({
  id: RoleId,
  name: z.string(),
  /** Which built-in role this is; null for one the enterprise made. Built-in roles are locked. */
  builtin: BuiltinRole.nullable(),
  description: z.string(),
  mPerms: MPerms,
  customerScope: CustomerScope,
  accountScope: AccountScope,
  /** Members sign in with a second step only. */
  requiresTotp: z.boolean(),
  memberCount: z.number().int(),
  version: z.number().int(),
  updatedBy: AgentId.nullable(),
  updatedAt: Instant,
})
export type Role = z.infer<typeof Role>

const RoleFields = z.strictObject({
  name: typedText(20, '角色名称最多 20 个字').min(1, '请输入角色名称'),
  description: typedText(100, '说明最多 100 个字').default(''),
  permissions: z.array(PermissionName),
  customerScope: CustomerScope,
  accountScope: NewAccountScope,
})

/** An entry of the audit log about a role, without the address. */
export const RoleChange = AuditEntry.omit({ ip: true })
export type RoleChange = z.infer<typeof RoleChange>

export const roleApi = {
  ownPermissions: endpoint({
    method: 'POST',
    path: '/v1/role/permission/agent',
    isRead: true,
    access: 'login',
    summary: '当前客服的权限',
    data: z.object({ mPerms: MPerms }),
  }),
  list: endpoint({
    method: 'POST',
    path: '/v1/role/role/list',
    isRead: true,
    access: 'agentManagement:viewPage',
    summary: '角色列表',
    data: z.array(Role),
  }),
  history: endpoint({
    method: 'POST',
    path: '/v1/role/role/history',
    isRead: true,
    access: 'agentManagement:viewPage',
    summary: '角色的变更记录',
    body: z.object({ id: RoleId, ...cursorFields(20) }),
    data: cursorPageOf(RoleChange),
    errors: ['notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/role/role/create',
    access: 'agentManagement:settingsEdit',
    summary: '新建角色',
    audit: ['role.create'],
    body: RoleFields.extend({ accountScope: NewAccountScope.default(null) }),
    data: Role,
    errors: ['notFound', 'refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/role/role/update',
    access: 'agentManagement:settingsEdit',
    summary: '修改角色',
    audit: ['role.edit'],
    body: RoleFields.extend({ id: RoleId, version: z.int32() }),
    data: Role,
    errors: ['notFound', 'stale', 'refused'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/role/role/delete',
    access: 'agentManagement:settingsEdit',
    summary: '删除角色',
    audit: ['role.remove'],
    query: z.object({ id: RoleId, moveToRoleId: RoleId.optional() }),
    data: Ok,
    errors: ['notFound', 'inUse', 'refused'],
  }),
}

const RoleEventBase = z.object({ at: Instant, operatorId: AgentId.nullable() })

export const RoleEvent = z.discriminatedUnion('type', [
  /** To a role's members: their permissions changed. */
  RoleEventBase.extend({ type: z.literal('perms_change') }),
  /** To all agents: a role was created, changed or deleted. Its members have `membersRole` now: it was renamed, or they were moved. */
  RoleEventBase.extend({
    type: z.literal('role_change'),
    roleId: RoleId,
    membersRole: z.object({ id: RoleId, name: z.string() }).optional(),
  }),
])
export type RoleEvent = z.infer<typeof RoleEvent>
