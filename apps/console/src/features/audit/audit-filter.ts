import { AUDIT_ACTIONS, AgentId, type AuditAction, type AuditLogFilter } from '@ruwu/contract'
import { addDays, parseDay, startOfDay } from '@ruwu/domain'
import { readKeyword, writeQuery } from '../../list/url-query.ts'

/** Days are calendar days in the enterprise's time zone. */
export type AuditFilter = {
  agentId?: AgentId | undefined
  action?: AuditAction | undefined
  from?: string | undefined
  to?: string | undefined
  keyword?: string | undefined
}

/** The filter is kept in the URL; an invalid value counts as not set. */
export function readAuditFilter(search: URLSearchParams): AuditFilter {
  return {
    agentId: AgentId.safeParse(search.get('agentId')).data,
    action: AUDIT_ACTIONS.find((it) => it === search.get('action')),
    from: readDay(search.get('from')),
    to: readDay(search.get('to')),
    keyword: readKeyword(search),
  }
}

const readDay = (text: string | null) => (text && parseDay(text) ? text : undefined)

export const writeAuditFilter = (drawer: string, filter: AuditFilter) => writeQuery({ drawer, ...filter })

export const isFiltered = (filter: AuditFilter) => Object.values(filter).some((value) => value !== undefined)

/** `to` is inclusive. */
export function toAuditQuery({ agentId, action, from, to, keyword }: AuditFilter, timeZone: string): AuditLogFilter {
  const first = from && parseDay(from)
  const last = to && parseDay(to)
  return {
    ...(agentId && { agentId }),
    ...(action && { action }),
    ...(keyword && { keyword }),
    ...(first && { from: startOfDay(first, timeZone).toISOString() }),
    ...(last && { to: startOfDay(addDays(last, 1), timeZone).toISOString() }),
  }
}
