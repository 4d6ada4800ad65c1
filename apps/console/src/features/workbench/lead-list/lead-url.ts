import {
  AgentId,
  CONTACT_KINDS,
  LEAD_LIST_SORTS,
  LEAD_STATUSES,
  LeadId,
  type LeadFilter,
  NO_OWNER,
  RelationId,
} from '@ruwu/contract'
import { filterFromQuery } from '@ruwu/domain'
import { type DateChoice, dateQuery, instantsOf, readDateChoice } from '../../../list/date-choice.ts'
import { idOf, oneOf, readKeyword, readMany, writeQuery } from '../../../list/url-query.ts'
import { readSort } from '../../../list/url-sort.ts'

/** The filter as it is chosen: days by the name of their preset. */
export type LeadChoice = Omit<LeadFilter, 'from' | 'to' | 'leadIds' | 'sort'> & { dates?: DateChoice | undefined }

const TRAITS = ['source', 'tagIds', 'tagMode', 'ad', 'enableAi', 'archive', 'stageId', 'isStar'] as const

/** What is chosen in 更多筛选. */
export type LeadTraits = Pick<LeadFilter, (typeof TRAITS)[number]>

export const traitsOf = ({
  source,
  tagIds,
  tagMode,
  ad,
  enableAi,
  archive,
  stageId,
  isStar,
}: LeadTraits): LeadTraits => ({ source, tagIds, tagMode, ad, enableAi, archive, stageId, isStar })

/** Read as the list of customers reads them; without `archive` in the URL both are listed. */
function readTraits(query: URLSearchParams): LeadTraits {
  const known = filterFromQuery(query).filter
  return Object.fromEntries(TRAITS.flatMap((key) => (query.has(key) ? [[key, known[key]]] : [])))
}

const DUPLICATES = { yes: true, no: false } as const

const readOwner = (text: string) => (text === NO_OWNER ? NO_OWNER : idOf(AgentId)(text))

/** The filter is kept in the URL; an invalid value counts as not set. */
export function readChoice(query: URLSearchParams): LeadChoice {
  const duplicate = oneOf(['yes', 'no'])(query.get('duplicate'))
  return {
    ...readTraits(query),
    status: oneOf(LEAD_STATUSES)(query.get('status')),
    kind: oneOf(CONTACT_KINDS)(query.get('kind')),
    dates: readDateChoice(query),
    subSourceIds: readMany(query, 'subSourceIds', idOf(RelationId)),
    owners: readMany(query, 'owners', readOwner),
    hasDuplicates: duplicate && DUPLICATES[duplicate],
    keyword: readKeyword(query),
  }
}

/** The filter of the call: days become instants. */
export function filterOf(query: URLSearchParams, now: Date, timeZone: string): LeadFilter {
  const { dates, ...choice } = readChoice(query)
  return { ...choice, ...instantsOf(dates, now, timeZone), sort: readSort(query, LEAD_LIST_SORTS) }
}

const joined = (values: readonly string[]) => values.join(',')

/** Another filter begins at the first page; order and page size stay, the open lead is closed. */
export function withChoice(query: URLSearchParams, change: Partial<LeadChoice>): URLSearchParams {
  const {
    dates,
    hasDuplicates,
    subSourceIds,
    owners,
    tagIds = [],
    tagMode,
    ...rest
  } = { ...readChoice(query), ...change }
  return writeQuery({
    ...rest,
    ...dateQuery(dates),
    subSourceIds: joined(subSourceIds),
    owners: joined(owners),
    tagIds: joined(tagIds),
    tagMode: tagIds.length > 1 && tagMode === 'all' ? tagMode : undefined,
    duplicate: hasDuplicates === undefined ? undefined : hasDuplicates ? 'yes' : 'no',
    sort: query.get('sort') ?? undefined,
    pageSize: query.get('pageSize') ?? undefined,
  })
}

const NOT_FILTERS = new Set(['sort', 'page', 'pageSize', 'leadId', 'status'])

/** Whether something besides the tab is chosen. */
export const isFiltered = (query: URLSearchParams): boolean => [...query.keys()].some((key) => !NOT_FILTERS.has(key))

/** Tab, order and page size stay. */
export const withoutFilters = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([key]) => NOT_FILTERS.has(key) && key !== 'page' && key !== 'leadId'))

export const readLeadId = (query: URLSearchParams): LeadId | undefined => idOf(LeadId)(query.get('leadId'))

export function withLeadId(query: URLSearchParams, leadId: LeadId | undefined): URLSearchParams {
  const next = new URLSearchParams(query)
  if (leadId) next.set('leadId', leadId)
  else next.delete('leadId')
  return next
}
