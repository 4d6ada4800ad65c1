import { roleApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const roleKeys = { all: ['role'] as const, list: ['role', 'list'] as const }

export const useRoles = () => useQuery({ queryKey: roleKeys.list, queryFn: () => call(roleApi.list) })
