import type { Permission, Role } from '@ruwu/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { askLatest, isStale } from '../../form/leave-form.ts'
import {
  checkDraft,
  draftOf,
  isSameDraft,
  newDraft,
  withTick,
  type RoleDraft,
  type RoleDraftErrors,
} from './role-draft.ts'
import { useSaveRole } from './role.mutations.ts'
import { roleKeys } from '../permission/index.ts'

const ROLE_FIELDS = ['name', 'description', 'accountScope'] as const

type RoleFormOptions = {
  /** The server's current role; undefined when creating. */
  role: Role | undefined
  /** The role a new one is copied from. */
  origin: Role | undefined
  mayGrant: (permission: Permission) => boolean
}

/**
 * The form of one role. Saves against the version it loaded (optimistic locking), so a colleague's change is never
 * overwritten unseen.
 */
export function useRoleForm({ role, origin, mayGrant }: RoleFormOptions) {
  const start = () => (role ? draftOf(role) : newDraft(origin, mayGrant))
  const [base, setBase] = useState(role)
  const [first, setFirst] = useState(start)
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<RoleDraftErrors>({})
  const save = useSaveRole()
  const cache = useQueryClient()
  const isDirty = !isSameDraft(draft, first)

  const restart = (from: Role | undefined) => {
    const draft = from ? draftOf(from) : start()
    setBase(from)
    setFirst(draft)
    setDraft(draft)
    setErrors({})
  }
  // Without local changes the form follows saved changes of colleagues.
  if (role && base && role.version > base.version && !isDirty) restart(role)

  const change = (part: Partial<RoleDraft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setErrors({})
  }
  const tick = (permission: Permission, isOn: boolean) => setDraft((old) => withTick(old, permission, isOn))

  async function submit() {
    const bad = checkDraft(draft)
    setErrors(bad)
    if (Object.keys(bad).length > 0 || save.isPending) return
    try {
      restart(await save.mutateAsync({ base, draft }))
    } catch (error) {
      await refuse(error)
    }
  }

  async function refuse(error: unknown) {
    const { name, description, accountScope } = fieldErrorsOf(error)
    if (name ?? description ?? accountScope) return setErrors({ name, description, accountScope })
    if (!isStale(error)) return showError(error)
    if (!(await askLatest(error))) return undefined
    await cache.refetchQueries({ queryKey: roleKeys.list })
    const latest = cache.getQueryData<Role[]>(roleKeys.list)?.find((it) => it.id === base?.id)
    return restart(latest)
  }

  // Focuses the first invalid field after its message has rendered.
  useEffect(() => {
    const bad = ROLE_FIELDS.find((name) => errors[name])
    if (bad) document.getElementById(`role-${bad}`)?.focus()
  }, [errors])

  return {
    draft,
    errors,
    isDirty,
    isSaving: save.isPending,
    /** The id of the role just created, until the URL names it. */
    createdId: role ? undefined : base?.id,
    change,
    tick,
    submit,
    reset: () => restart(base),
  }
}
