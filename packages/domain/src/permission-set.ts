import type { CustomerScope, RelationId } from '@ruwu/contract'
import { allPermissions, impliedView, isPermission, type MPerms, type Permission, PERMISSIONS } from './permissions.ts'

/** Channel accounts in scope; null: all of them. */
type Accounts = readonly RelationId[] | null

/** Permissions with the customers and accounts they are about. */
export type Rights = { permissions: Iterable<Permission>; customerScope: CustomerScope; accountScope: Accounts }

export const ROLE_TEXTS = { ownRights: '不能收回自己的权限' } as const

/** 以此角色预览. */
export const ROLE_PREVIEW = {
  title: (name: string) => `正在以「${name}」角色预览`,
  text: '仅可查看，不能修改',
  readOnly: '预览中仅可查看，不能修改',
  leave: '退出预览',
} as const

export const ALL_ACCOUNTS = '全部'

/** The accounts of both scopes: an agent has those of their role that are also their own. */
export const narrowScope = (one: Accounts, other: Accounts): RelationId[] | null =>
  one === null ? other && [...other] : one.filter((id) => other === null || other.includes(id))

/** Whether `own` includes all of `other`: an agent may grant, revoke or act only within their own rights (privilege escalation). */
export function covers(own: Rights, other: Rights): boolean {
  const held = new Set(own.permissions)
  const seesEnough = own.customerScope === 'all' || other.customerScope === 'own'
  const { accountScope: accounts } = own
  const hasAccounts = accounts === null || (other.accountScope?.every((id) => accounts.includes(id)) ?? false)
  return seesEnough && hasAccounts && Array.from(other.permissions).every((permission) => held.has(permission))
}

export function hasPermission(mPerms: MPerms | null | undefined, permission: Permission): boolean {
  return mPerms?.[PERMISSIONS[permission].module]?.includes(permission) ?? false
}

/** Adds the view permission implied by each edit; ordered, without duplicates. */
export function withImplied(permissions: Iterable<Permission>): Permission[] {
  const granted = new Set(Array.from(permissions, (permission) => [permission, impliedView(permission)]).flat())
  return allPermissions().filter((permission) => granted.has(permission))
}

/** Removing a view permission removes the edits that imply it. */
export function withoutPermission(permissions: readonly Permission[], removed: Permission): Permission[] {
  return permissions.filter((permission) => permission !== removed && impliedView(permission) !== removed)
}

/** Groups by module with implied views, as sent by the server. */
export function toMPerms(permissions: Iterable<Permission>): Record<string, Permission[]> {
  const mPerms: Record<string, Permission[]> = {}
  for (const permission of withImplied(permissions)) (mPerms[PERMISSIONS[permission].module] ??= []).push(permission)
  return mPerms
}

/** Known permissions only; unknown ones are dropped. */
export function fromMPerms(mPerms: MPerms): Permission[] {
  const granted = new Set(Object.values(mPerms).flat())
  return [...granted].filter(isPermission)
}

const PERMISSION_CACHE_MS = 72 * 3_600_000

/** Whether permissions cached in the browser are younger than 72 h. A timestamp in the future is rejected. */
export function isPermissionCacheFresh(savedAt: Date, now: Date): boolean {
  const age = now.getTime() - savedAt.getTime()
  return age >= 0 && age < PERMISSION_CACHE_MS
}
