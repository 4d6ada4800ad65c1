import { AUDIT_ACTIONS, AgentId, type AuditAction, type AuditLogFilter } from '@ruwu/contract'
import { type DateChoice, dateQuery, instantsOf, readDateChoice } from '../../list/date-choice.ts'
import { readKeyword, writeQuery } from '../../list/url-query.ts'

export type AuditFilter = {
  agentId?: AgentId | undefined
  action?: AuditAction | undefined
  dates?: DateChoice | undefined
  keyword?: string | undefined
}

/** The filter is kept in the URL; an invalid value counts as not set. */
export function readAuditFilter(search: URLSearchParams): AuditFilter {
  return {
    agentId: AgentId.safeParse(search.get('agentId')).data,
    action: AUDIT_ACTIONS.find((it) => it === search.get('action')),
    dates: readDateChoice(search),
    keyword: readKeyword(search),
  }
}

export const writeAuditFilter = (drawer: string, { dates, keyword, ...filter }: AuditFilter) =>
  writeQuery({ drawer, ...filter, ...dateQuery(dates), keyword })

export const isFiltered = (filter: AuditFilter) => Object.values(filter).some((value) => value !== undefined)

export function toAuditQuery(
  { agentId, action, dates, keyword }: AuditFilter,
  now: Date,
  timeZone: string,
): AuditLogFilter {
  return {
    ...(agentId && { agentId }),
    ...(action && { action }),
    ...(keyword && { keyword }),
    ...instantsOf(dates, now, timeZone),
  }
}
