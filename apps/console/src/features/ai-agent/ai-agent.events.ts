import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { aiAgentKeys } from './ai-agent.queries.ts'

/** Sub-accounts may use the main account's AI, so a change invalidates every account. */
export function onAiAgentEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'ai_agent_change') void cache.invalidateQueries({ queryKey: aiAgentKeys.all })
  if (event.type === 'knowledge_change')
    void cache.invalidateQueries({ queryKey: aiAgentKeys.knowledge(event.relationId ?? undefined) })
}
