import { type BuiltinRole, BUILTIN_ROLE_KEYS, type EntId, type RoleId } from '@ruwu/contract'
import { BUILTIN_ROLES, withImplied } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { insertRole } from './role.repo.ts'

/** Inserts the five built-in roles of a new enterprise; returns their ids. */
export async function insertBuiltinRoles(db: Queryable, entId: EntId, now: Date): Promise<Record<BuiltinRole, RoleId>> {
  const ids: [BuiltinRole, RoleId][] = []
  for (const [index, key] of BUILTIN_ROLE_KEYS.entries()) {
    const { name, customerScope, permissions } = BUILTIN_ROLES[key]
    // A millisecond apart, so that lists by creation time keep this order.
    const createdAt = new Date(now.getTime() + index)
    const id = newId<RoleId>(createdAt)
    await insertRole(db, {
      entId,
      id,
      name,
      builtin: key,
      permissions: withImplied(permissions()),
      customerScope,
      createdAt,
      updatedAt: createdAt,
    })
    ids.push([key, id])
  }
  return Object.fromEntries(ids) as Record<BuiltinRole, RoleId>
}
