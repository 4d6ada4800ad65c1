import type { QueryClient } from '@tanstack/react-query'
import { currentAgentId } from '../../session/current-agent.ts'
import { readChatUrl } from './chat-url.ts'
import { countOptions } from './customer/customer.queries.ts'
import { listOptions } from './list/customer-list.queries.ts'
import { loadAhead } from './open-customer/load-ahead.ts'
import { placeOf } from './thread/create-thread-store.ts'

/** Asks for what the address shows: the open customer and its messages first, then the list. The page finds them in the cache. */
export function startChat(queries: QueryClient, search: URLSearchParams): void {
  const agentId = currentAgentId()
  if (!agentId) return
  const { customerId, messageId, seq, ...view } = readChatUrl(search)
  if (customerId) loadAhead(queries, customerId, placeOf(messageId, seq))
  void queries.prefetchQuery(listOptions(queries, { agentId, ...view }))
  void queries.prefetchQuery(countOptions(view.filter))
}
