import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { channelKeys } from '../channel/index.ts'
import { knowledgeKeys } from './knowledge.queries.ts'

/**
 * The event carries no data, so queries are invalidated, of every account when shared knowledge changed; an account's
 * first entry also completes a step of its checklist.
 */
export function onKnowledgeEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'knowledge_change') return
  const { relationId } = event
  void cache.invalidateQueries({ queryKey: relationId ? knowledgeKeys.account(relationId) : knowledgeKeys.all })
  void cache.invalidateQueries({ queryKey: relationId ? channelKeys.detail(relationId) : channelKeys.all })
}
