import type { Role } from '@ruwu/contract'
import { toMPerms } from '@ruwu/domain'
import type { RoleRow } from './role.repo.ts'

export function toRole(row: RoleRow): Role {
  return {
    id: row.id,
    name: row.name,
    builtin: row.builtin,
    description: row.description,
    mPerms: toMPerms(row.permissions),
    customerScope: row.customerScope,
    accountScope: row.accountScope,
    requiresTotp: row.requiresTotp,
    memberCount: row.memberCount,
    version: row.version,
    updatedBy: row.updatedBy,
    updatedAt: row.updatedAt.toISOString(),
  }
}
