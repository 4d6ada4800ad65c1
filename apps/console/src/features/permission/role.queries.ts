import { roleApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const roleKeys = { all: ['role'] as const, list: ['role', 'list'] as const }

/** Apart from features/role: agents choose a role, and the page of a role lists its agents. */
export const useRoles = () => useQuery({ queryKey: roleKeys.list, queryFn: () => call(roleApi.list) })
