import type { AgentId, CallArgs, MESSAGE_TYPES, RelationId, searchApi, SearchType } from '@ruwu/contract'
import { addDays, parseDay, startOfDay } from '@ruwu/domain'

export const SEARCH_TABS = ['all', 'customer', 'message', 'reply', 'page'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]

export type MessageType = (typeof MESSAGE_TYPES)[number]

/** What narrows the search. Days are `YYYY-MM-DD`, both included; empty ones leave that end open. */
export type SearchFilter = {
  subSourceId?: RelationId | undefined
  agentId?: AgentId | undefined
  messageType?: MessageType | undefined
  from: string
  to: string
}

export const NO_FILTER: SearchFilter = { from: '', to: '' }

export type SearchQuestion = Omit<CallArgs<typeof searchApi.global>['body'], 'cursor'>

const TYPES: Record<SearchTab, SearchType[]> = {
  all: ['customer', 'message', 'reply'],
  customer: ['customer'],
  message: ['message'],
  reply: ['reply'],
  page: [],
}

/** What the server is asked; nothing when there is no word, or only pages are wanted. Days are the enterprise's. */
export function searchQuestion(
  keyword: string,
  tab: SearchTab,
  { subSourceId, agentId, messageType, from, to }: SearchFilter,
  timeZone: string,
): SearchQuestion | undefined {
  const word = keyword.trim()
  const types = TYPES[tab]
  if (!word || types.length === 0) return undefined
  const first = parseDay(from)
  const last = parseDay(to)
  return {
    keyword: word,
    types,
    ...(subSourceId && { subSourceId }),
    ...(agentId && { agentId }),
    ...(messageType && { messageType }),
    ...(first && { from: startOfDay(first, timeZone).toISOString() }),
    ...(last && { to: startOfDay(addDays(last, 1), timeZone).toISOString() }),
  }
}
