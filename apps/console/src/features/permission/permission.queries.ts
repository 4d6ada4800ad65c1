import { roleApi, type Permission, type Role } from '@ruwu/contract'
import { hasPermission } from '@ruwu/domain'
import { useStore } from '@ruwu/ui/store.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { fetchPermissions, recallPermissions } from '../../session/permission-cache.ts'
import { currentAgentId } from '../../session/current-agent.ts'
import { rolePreview, type RolePreview } from '../../session/role-preview.ts'

export const permissionKey = ['permission'] as const

const askPermissions = async () => (await call(roleApi.ownPermissions)).mPerms

/**
 * Permissions of the signed-in agent. Those stored at the last visit are used at once and revalidated in the
 * background. In a preview those of the role, which are not stored.
 */
export function useMyPermissions() {
  const agentId = currentAgentId()
  const preview = useStore(rolePreview)
  return useQuery({
    queryKey: preview ? [...permissionKey, preview.id] : permissionKey,
    enabled: agentId !== undefined,
    queryFn: () => (preview ? askPermissions() : fetchPermissions(askPermissions, agentId!)),
    initialData: () => (preview ? preview.mPerms : agentId && recallPermissions(agentId)),
    // Stale from the start, so that the server is asked as well.
    initialDataUpdatedAt: 0,
    retry: false,
  })
}

/** False while loading: a control appears only once the permission is known. */
export function useCan(permission: Permission | undefined): boolean {
  const { data } = useMyPermissions()
  return permission === undefined || hasPermission(data, permission)
}

export const roleKeys = { all: ['role'] as const, list: ['role', 'list'] as const }

/** Apart from features/role: agents choose a role, and the page of a role lists its agents. */
export const useRoles = () => useQuery({ queryKey: roleKeys.list, queryFn: () => call(roleApi.list) })

/** 以此角色预览: everything is fetched again with the rights of the role, and again when the preview ends. */
export function useRolePreview() {
  const preview = useStore(rolePreview)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const draw = (next: RolePreview | undefined) => {
    rolePreview.set(next)
    void cache.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== permissionKey[0] })
  }
  return {
    preview,
    async start({ id, name, mPerms }: Role) {
      // The page of roles may be closed to the role: it is left first.
      await navigate('/home')
      draw({ id, name, mPerms })
    },
    async stop() {
      draw(undefined)
      await navigate(`/setting/role?id=${preview?.id ?? ''}`)
    },
  }
}
