import { AgentStatus, RoleId } from '@ruwu/contract'
import type { AgentFilter } from './agent.queries.ts'

/** The filter lives in the address: unknown keys are ignored, an unreadable value counts as not set. */
export function readFilter(search: URLSearchParams): AgentFilter {
  const status = AgentStatus.safeParse(Number(search.get('status')))
  const roleId = RoleId.safeParse(search.get('roleId'))
  const enabled = search.get('enabled')
  const keyword = search.get('keyword')?.trim()
  return {
    ...(status.success && { status: status.data }),
    ...(roleId.success && { roleId: roleId.data }),
    ...((enabled === 'true' || enabled === 'false') && { enabled: enabled === 'true' }),
    ...(keyword && { keyword: Array.from(keyword).slice(0, KEYWORD_MAX).join('') }),
  }
}

export const KEYWORD_MAX = 50

/** What is not set is left out of the address. */
export function writeFilter(filter: AgentFilter): URLSearchParams {
  const pairs = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))
}
