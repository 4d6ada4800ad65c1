import { roleApi, type Permission } from '@ruwu/contract'
import { hasPermission } from '@ruwu/domain'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { fetchPermissions, recallPermissions } from '../../session/permission-cache.ts'
import { currentAgentId } from '../../session/current-agent.ts'

export const permissionKey = ['permission'] as const

/**
 * Permissions of the signed-in agent. Those stored at the last visit are used at once and revalidated in the
 * background.
 */
export function useMyPermissions() {
  const agentId = currentAgentId()
  return useQuery({
    queryKey: permissionKey,
    enabled: agentId !== undefined,
    queryFn: () => fetchPermissions(async () => (await call(roleApi.ownPermissions)).mPerms, agentId!),
    initialData: () => agentId && recallPermissions(agentId),
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
