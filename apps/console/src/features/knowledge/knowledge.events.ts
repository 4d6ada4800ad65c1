import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { channelKeys } from '../channel/index.ts'
import { knowledgeKeys } from './knowledge.queries.ts'

/**
 * The event carries no data, so queries are invalidated; an account's first entry also completes a step of its
 * checklist.
 */
export function onKnowledgeEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'knowledge_change') return
  void cache.invalidateQueries({ queryKey: knowledgeKeys.account(event.relationId) })
  void cache.invalidateQueries({ queryKey: channelKeys.detail(event.relationId) })
}
