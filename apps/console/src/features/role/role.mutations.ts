import { roleApi, type Role, type RoleId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { agentKeys } from '../agent/index.ts'
import type { RoleDraft } from './role-draft.ts'
import { roleKeys } from '../permission/index.ts'
import { texts } from './texts.ts'

/** Creates without `base`; otherwise saves against the version the form loaded (optimistic locking). */
export function useSaveRole() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ base, draft }: { base: Role | undefined; draft: RoleDraft }) =>
      base
        ? call(roleApi.update, { body: { ...draft, id: base.id, version: base.version } })
        : call(roleApi.create, { body: draft }),
    onSuccess: (saved) => {
      toast.success(texts.saved)
      cache.setQueryData<Role[]>(roleKeys.list, (old) => old && withRole(old, saved))
      void cache.invalidateQueries({ queryKey: agentKeys.all })
    },
  })
}

export function useRemoveRole() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ role, moveToRoleId }: { role: Role; moveToRoleId?: RoleId }) =>
      call(roleApi.remove, { query: { id: role.id, moveToRoleId } }),
    onSuccess: (_, { role }) => {
      toast.success(texts.removed(role.name))
      cache.setQueryData<Role[]>(roleKeys.list, (old) => old?.filter((it) => it.id !== role.id))
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: roleKeys.all })
      void cache.invalidateQueries({ queryKey: agentKeys.all })
    },
  })
}

const withRole = (roles: Role[], role: Role) =>
  roles.some((it) => it.id === role.id) ? roles.map((it) => (it.id === role.id ? role : it)) : [...roles, role]
