import {
  AgentId,
  type DrillMetric,
  DRILL_METRICS,
  GRANULARITIES,
  type Granularity,
  HOURLY_DAYS_MAX,
  LEAD_STATUSES,
  type LeadPageBody,
  MissId,
  RECEPTION_TYPES,
  RelationId,
  RESPONSE_BUCKETS,
  type SessionPageBody,
  SESSION_SORTS,
  SOURCES,
  type StatisticsFilter,
  TagId,
  TRAFFICS,
} from '@ruwu/contract'
import { LEAD_PATH } from '@ruwu/domain'
import { type DateChoice, dateQuery, readDateChoice } from '../../list/date-choice.ts'
import { idOf, oneOf, readMany, readPaging, writeQuery } from '../../list/url-query.ts'
import { readSort } from '../../list/url-sort.ts'

export const STATISTICS_PATH = '/bi'
export const STATISTICS_TABS = [
  'overview',
  'reception',
  'ai',
  'agent',
  'channel',
  'tag',
  'heatmap',
  'lead',
  'session',
] as const
export type StatisticsTab = (typeof STATISTICS_TABS)[number]

export const readTab = (query: URLSearchParams): StatisticsTab =>
  STATISTICS_TABS.find((it) => it === query.get('tab')) ?? 'overview'

const DEFAULT_DATES: DateChoice = { range: 'recent7Days' }

/** Days of a choice, as far as the choice alone tells. */
function isShort({ range, from, to }: DateChoice): boolean {
  if (range !== 'custom') return range === 'today' || range === 'yesterday'
  return Date.parse(to ?? '') - Date.parse(from ?? '') < HOURLY_DAYS_MAX * 86_400_000
}

/** One day by hours, longer spans by days, unless chosen otherwise. */
export const defaultGranularity = (dates: DateChoice): Granularity =>
  dates.range === 'today' || dates.range === 'yesterday' || (dates.range === 'custom' && dates.from === dates.to)
    ? 'hour'
    : 'day'

export const granularitiesOf = (dates: DateChoice): readonly Granularity[] =>
  isShort(dates) ? GRANULARITIES : GRANULARITIES.filter((it) => it !== 'hour')

export const datesOf = ({ range, from, to }: StatisticsFilter): DateChoice => ({
  range,
  ...(from && { from }),
  ...(to && { to }),
})

/** The filter is kept in the URL; an invalid value counts as not set. */
export function readFilter(query: URLSearchParams): StatisticsFilter {
  const dates = readDateChoice(query) ?? DEFAULT_DATES
  const traffic = oneOf(TRAFFICS)(query.get('traffic'))
  return {
    ...dates,
    sources: readMany(query, 'sources', oneOf(SOURCES)),
    subSourceIds: readMany(query, 'subSourceIds', idOf(RelationId)),
    agentIds: readMany(query, 'agentIds', idOf(AgentId)),
    tagIds: readMany(query, 'tagIds', idOf(TagId)),
    receptionTypes: readMany(query, 'receptionTypes', oneOf(RECEPTION_TYPES)),
    ...(traffic && { traffic }),
    granularity: oneOf(granularitiesOf(dates))(query.get('granularity')) ?? defaultGranularity(dates),
    compare: query.get('compare') !== 'false',
    workingHoursOnly: query.get('workingHoursOnly') === 'true',
  }
}

/** What a figure of the page is narrowed to in 会话明细. */
const DRILL_KEYS = [
  'metric',
  'weekday',
  'hour',
  'bucket',
  'reason',
  'missId',
  'lastReception',
  'contentId',
  'adId',
  'addedTagId',
] as const
export type Drill = Partial<Pick<SessionPageBody, (typeof DRILL_KEYS)[number]>>

const numberIn = (text: string | null, least: number, most: number): number | undefined => {
  const value = text === null || text === '' ? NaN : Number(text)
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

export function readDrill(query: URLSearchParams): Drill {
  const parts = {
    metric: oneOf(DRILL_METRICS)(query.get('metric')),
    weekday: numberIn(query.get('weekday'), 1, 7),
    hour: numberIn(query.get('hour'), 0, 23),
    bucket: oneOf(RESPONSE_BUCKETS)(query.get('bucket')),
    reason: query.get('reason')?.slice(0, 40) || undefined,
    missId: idOf(MissId)(query.get('missId') ?? ''),
    lastReception: oneOf(RECEPTION_TYPES)(query.get('lastReception')),
    contentId: query.get('contentId')?.slice(0, 100) || undefined,
    adId: query.get('adId')?.slice(0, 100) || undefined,
    addedTagId: idOf(TagId)(query.get('addedTagId') ?? ''),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

export const isDrilled = (query: URLSearchParams): boolean => Object.keys(readDrill(query)).length > 0

export function withoutDrill(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const key of [...DRILL_KEYS, 'page']) next.delete(key)
  return next
}

const joined = (values: readonly string[]) => (values.length > 0 ? values.join(',') : undefined)

const filterQuery = (filter: StatisticsFilter): Record<string, string | undefined> => {
  const dates = datesOf(filter)
  return {
    ...(dates.range === DEFAULT_DATES.range ? dateQuery(undefined) : dateQuery(dates)),
    sources: joined(filter.sources),
    subSourceIds: joined(filter.subSourceIds),
    agentIds: joined(filter.agentIds),
    tagIds: joined(filter.tagIds),
    receptionTypes: joined(filter.receptionTypes),
    traffic: filter.traffic,
    granularity: filter.granularity === defaultGranularity(dates) ? undefined : filter.granularity,
    compare: filter.compare ? undefined : 'false',
    workingHoursOnly: filter.workingHoursOnly ? 'true' : undefined,
  }
}

/** The address with another filter; tab, status and order stay, the page begins again. Defaults are left out. */
export function withFilter(query: URLSearchParams, change: Partial<StatisticsFilter>): URLSearchParams {
  const { range, from, to, ...rest } = readFilter(query)
  // Days belong to the range they came with.
  const dates = change.range ? {} : { range, from, to }
  const next = new URLSearchParams(query)
  const filter = { ...rest, ...dates, ...change } as StatisticsFilter
  const isAllowed = granularitiesOf(datesOf(filter)).includes(filter.granularity)
  const wasChosen = query.has('granularity') || change.granularity
  const granularity = isAllowed && wasChosen ? filter.granularity : defaultGranularity(datesOf(filter))
  for (const [key, value] of Object.entries({ ...filterQuery({ ...filter, granularity }), page: undefined })) {
    if (value === undefined) next.delete(key)
    else next.set(key, value)
  }
  return next
}

const NOT_FILTERS = new Set(['tab', 'sort', 'page', 'pageSize', 'granularity', 'compare', 'by', 'agentId'])

export const isFiltered = (query: URLSearchParams): boolean => [...query.keys()].some((key) => !NOT_FILTERS.has(key))

/** Without its filters; tab and order stay. */
export const withoutFilters = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([key]) => key !== 'page' && NOT_FILTERS.has(key)))

/** What a tab alone knows: its order, page size, grouping and open row. */
const OF_TAB = ['sort', 'pageSize', 'status', 'by', 'agentId']

/** Another tab with the same filter; order, page and drill-down belong to the tab that is left. */
export function tabPath(query: URLSearchParams, tab: StatisticsTab): string {
  const next = withFilter(withoutDrill(query), {})
  for (const key of ['tab', ...OF_TAB]) next.delete(key)
  if (tab !== 'overview') next.set('tab', tab)
  const text = next.toString()
  return text ? `${STATISTICS_PATH}?${text}` : STATISTICS_PATH
}

/** 会话明细 of what a figure counted. */
export function drillPath(
  query: URLSearchParams,
  metric: DrillMetric,
  more: Omit<Drill, 'metric'> & { filter?: Partial<StatisticsFilter> } = {},
): string {
  const { filter = {}, ...drill } = more
  const next = withFilter(withoutDrill(query), filter)
  for (const key of OF_TAB) next.delete(key)
  next.set('tab', 'session')
  for (const [key, value] of Object.entries({ metric, ...drill })) if (value !== undefined) next.set(key, String(value))
  return `${STATISTICS_PATH}?${next}`
}

export const canDrill = (name: string): name is DrillMetric => DRILL_METRICS.some((it) => it === name)

export function readSessionBody(query: URLSearchParams): SessionPageBody {
  const sort = readSort(query, SESSION_SORTS) ?? { field: 'at', order: 'desc' }
  return { ...readFilter(query), ...readPaging(query), metric: 'sessions', ...readDrill(query), sort }
}

/** The agent whose figures are open beside 客服. */
export const readOpenAgent = (query: URLSearchParams): AgentId | undefined => idOf(AgentId)(query.get('agentId'))

export function withOpenAgent(query: URLSearchParams, agentId: AgentId | undefined): URLSearchParams {
  const next = new URLSearchParams(query)
  if (agentId) next.set('agentId', agentId)
  else next.delete('agentId')
  return next
}

export const LEAD_SORTS = ['createdAt'] as const

export function readLeadBody(query: URLSearchParams): LeadPageBody {
  const status = oneOf(LEAD_STATUSES)(query.get('status'))
  const sort = readSort(query, LEAD_SORTS) ?? { field: 'createdAt', order: 'desc' }
  return { ...readFilter(query), ...readPaging(query), ...(status && { status }), sort }
}

/** The figures that count customers by their first contact: 线索 has every contact of the days. */
const CUSTOMER_METRICS = new Set<string>(['leadCustomers', 'leadRate', 'enterLeadRate'])

/**
 * 线索 with the filter of the address: the leads behind a figure, or those of the same days where it counts customers. Undefined where
 * that list cannot be narrowed like the figure, or where the figure counts something else.
 */
export function leadList(query: URLSearchParams): { to: string; isSame: boolean } | undefined {
  const filter = readFilter(query)
  const { sources, subSourceIds, agentIds, tagIds, receptionTypes, traffic, workingHoursOnly } = filter
  const { metric, ...place } = readDrill(query)
  // A figure filters by the agent that answered, the list by the owner.
  const isOther = [...sources, ...agentIds, ...tagIds, ...receptionTypes, ...Object.values(place)].length > 0
  const isSame = !metric || metric === 'leads'
  if (isOther || traffic || workingHoursOnly || !(isSame || CUSTOMER_METRICS.has(metric))) return undefined
  const { status } = readLeadBody(query)
  const chosen = { status, subSourceIds: joined(subSourceIds) }
  return { to: `${LEAD_PATH}?${writeQuery({ ...chosen, ...dateQuery(datesOf(filter)) })}`, isSame }
}
