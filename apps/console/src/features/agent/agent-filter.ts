import { AgentStatus, RoleId } from '@ruwu/contract'
import { readKeyword, writeQuery } from '../../list/url-query.ts'
import type { AgentFilter } from './agent.queries.ts'

/** The filter is kept in the URL: unknown keys are ignored, an invalid value counts as not set. */
export function readFilter(search: URLSearchParams): AgentFilter {
  const status = AgentStatus.safeParse(Number(search.get('status')))
  const roleId = RoleId.safeParse(search.get('roleId'))
  const enabled = search.get('enabled')
  const keyword = readKeyword(search)
  return {
    ...(status.success && { status: status.data }),
    ...(roleId.success && { roleId: roleId.data }),
    ...((enabled === 'true' || enabled === 'false') && { enabled: enabled === 'true' }),
    ...(keyword && { keyword }),
  }
}

export const writeFilter = (filter: AgentFilter) => writeQuery(filter)
