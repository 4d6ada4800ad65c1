import type { CustomerScope } from '@ruwu/contract'
import { allPermissions, impliedView, isPermission, type MPerms, type Permission, PERMISSIONS } from './permissions.ts'

/** What a role lets its agents do, and whose customers they see. */
export type Rights = { permissions: Iterable<Permission>; customerScope: CustomerScope }

/** Whether the first holds all of the second: nobody gives, takes or reaches around what they lack. */
export function covers(own: Rights, other: Rights): boolean {
  const held = new Set(own.permissions)
  const seesEnough = own.customerScope === 'all' || other.customerScope === 'own'
  return seesEnough && Array.from(other.permissions).every((permission) => held.has(permission))
}

export function hasPermission(mPerms: MPerms | null | undefined, permission: Permission): boolean {
  return mPerms?.[PERMISSIONS[permission].module]?.includes(permission) ?? false
}

/** An edit permission brings its view permission. Comes back in the order of the list, each once. */
export function withImplied(permissions: Iterable<Permission>): Permission[] {
  const granted = new Set(Array.from(permissions, (permission) => [permission, impliedView(permission)]).flat())
  return allPermissions().filter((permission) => granted.has(permission))
}

/** Taking a view permission away takes the edits that rest on it. */
export function withoutPermission(permissions: readonly Permission[], removed: Permission): Permission[] {
  return permissions.filter((permission) => permission !== removed && impliedView(permission) !== removed)
}

/** Groups by module, with implied views, in the shape the server sends. */
export function toMPerms(permissions: Iterable<Permission>): Record<string, Permission[]> {
  const mPerms: Record<string, Permission[]> = {}
  for (const permission of withImplied(permissions)) (mPerms[PERMISSIONS[permission].module] ??= []).push(permission)
  return mPerms
}

/** The permissions this version knows; others in the map are left out. */
export function fromMPerms(mPerms: MPerms): Permission[] {
  const granted = new Set(Object.values(mPerms).flat())
  return [...granted].filter(isPermission)
}

const PERMISSION_CACHE_MS = 72 * 3_600_000

/** Whether permissions remembered in the browser still count. A time in the future is not trusted. */
export function isPermissionCacheFresh(savedAt: Date, now: Date): boolean {
  const age = now.getTime() - savedAt.getTime()
  return age >= 0 && age < PERMISSION_CACHE_MS
}
