import type { AccountScope, CustomerScope, Permission, Role } from '@ruwu/contract'
import {
  PERMISSIONS,
  allPermissions,
  countCharacters,
  fromMPerms,
  requiredText,
  withImplied,
  withoutPermission,
} from '@ruwu/domain'
import { texts } from './texts.ts'

export const NAME_MAX = 20
export const DESCRIPTION_MAX = 100

export type RoleDraft = {
  name: string
  description: string
  permissions: Permission[]
  customerScope: CustomerScope
  accountScope: AccountScope
}
export type RoleDraftErrors = Partial<Record<'name' | 'description' | 'accountScope', string>>

export const draftOf = (role: Role): RoleDraft => ({
  name: role.name,
  description: role.description,
  permissions: withImplied(fromMPerms(role.mPerms)),
  customerScope: role.customerScope,
  accountScope: role.accountScope,
})

/** A new role; a copy starts with the permissions its creator may grant. */
export function newDraft(origin: Role | undefined, mayGrant: (permission: Permission) => boolean): RoleDraft {
  if (!origin) return { name: '', description: '', permissions: [], customerScope: 'own', accountScope: null }
  const draft = draftOf(origin)
  return { ...draft, name: copyName(origin.name), permissions: draft.permissions.filter(mayGrant) }
}

/** `主管 副本`; truncated to the maximum length so the copy can be saved. */
function copyName(name: string): string {
  const room = NAME_MAX - countCharacters(texts.copyName(''))
  return texts.copyName(Array.from(name).slice(0, room).join(''))
}

/**
 * Ticking an edit permission ticks its view permission; unticking a view permission unticks the edits that depend on
 * it.
 */
export function withTick(draft: RoleDraft, permission: Permission, isOn: boolean): RoleDraft {
  const permissions = isOn
    ? withImplied([...draft.permissions, permission])
    : withoutPermission(draft.permissions, permission)
  return { ...draft, permissions }
}

export function isSameDraft(a: RoleDraft, b: RoleDraft): boolean {
  const keyOf = (draft: RoleDraft) =>
    JSON.stringify([
      draft.name.trim(),
      draft.description.trim(),
      withImplied(draft.permissions),
      draft.customerScope,
      draft.accountScope?.toSorted() ?? null,
    ])
  return keyOf(a) === keyOf(b)
}

export function checkDraft({ name, description, accountScope }: RoleDraft): RoleDraftErrors {
  const errors: RoleDraftErrors = {}
  if (!name.trim()) errors.name = requiredText(texts.name)
  else if (countCharacters(name.trim()) > NAME_MAX) errors.name = texts.tooLong(texts.name, NAME_MAX)
  if (countCharacters(description.trim()) > DESCRIPTION_MAX)
    errors.description = texts.tooLong(texts.description, DESCRIPTION_MAX)
  if (accountScope?.length === 0) errors.accountScope = requiredText(texts.accounts, 'select')
  return errors
}

type MatrixRow = { row: string; permissions: { permission: Permission; label: string }[] }

/** The rows of the permission matrix, in the contract's order. */
export function matrixRows(): MatrixRow[] {
  const rows = new Map<string, MatrixRow>()
  for (const permission of allPermissions()) {
    const { row, label } = PERMISSIONS[permission]
    const line = rows.get(row) ?? { row, permissions: [] }
    line.permissions.push({ permission, label })
    rows.set(row, line)
  }
  return [...rows.values()]
}
