import type { AgentId, CallArgs, MESSAGE_TYPES, RelationId, searchApi, SearchType } from '@ruwu/contract'
import { type DateChoice, instantsOf } from '../../list/date-choice.ts'

export const SEARCH_TABS = ['all', 'customer', 'message', 'reply', 'page'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]
/** Quick replies and pages need no permission for conversations. */
export const TABS_WITHOUT_CHAT: readonly SearchTab[] = ['all', 'reply', 'page']

type MessageType = (typeof MESSAGE_TYPES)[number]

export type SearchFilter = {
  subSourceId?: RelationId | undefined
  agentId?: AgentId | undefined
  messageType?: MessageType | undefined
  dates?: DateChoice | undefined
}

export const NO_FILTER: SearchFilter = {}

type FilterKey = keyof SearchFilter

const EVERY_FILTER: readonly FilterKey[] = ['subSourceId', 'agentId', 'messageType', 'dates']

/** The filters of each kind: customers have no date, replies and pages no customer. */
export const FILTERS_OF: Record<SearchTab, readonly FilterKey[]> = {
  all: EVERY_FILTER,
  customer: ['subSourceId', 'agentId'],
  message: EVERY_FILTER,
  reply: [],
  page: [],
}

/** The filters in effect under a tab. */
export const setFilters = (tab: SearchTab, filter: SearchFilter): FilterKey[] =>
  FILTERS_OF[tab].filter((key) => filter[key])

/** Whether a tab searches a kind. On 全部 only kinds that support every filter set are searched. */
export const isSearched = (kind: Exclude<SearchTab, 'all'>, tab: SearchTab, filter: SearchFilter): boolean =>
  tab === kind || (tab === 'all' && setFilters(tab, filter).every((key) => FILTERS_OF[kind].includes(key)))

export type SearchRequest = Omit<CallArgs<typeof searchApi.global>['body'], 'cursor'>

const TYPES: readonly SearchType[] = ['customer', 'message', 'reply']

/** The request; undefined without a keyword or when only pages are searched. Days are in the enterprise's time zone. */
export function searchRequest(
  keyword: string,
  tab: SearchTab,
  filter: SearchFilter,
  { now, timeZone }: { now: Date; timeZone: string },
): SearchRequest | undefined {
  const trimmed = keyword.trim()
  const types = TYPES.filter((type) => isSearched(type, tab, filter))
  if (!trimmed || types.length === 0) return undefined
  const counted = Object.fromEntries(setFilters(tab, filter).map((key) => [key, filter[key]]))
  const { subSourceId, agentId, messageType, dates }: SearchFilter = counted
  return {
    keyword: trimmed,
    types,
    ...(subSourceId && { subSourceId }),
    ...(agentId && { agentId }),
    ...(messageType && { messageType }),
    ...instantsOf(dates, now, timeZone),
  }
}
