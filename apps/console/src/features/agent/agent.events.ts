import { AgentEvent, type Agent, type ConsoleEvent } from '@ruwu/contract'
import { applyAgentEvent } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { agentKeys, type AgentFilter } from './agent.queries.ts'

export function onAgentEvent(cache: QueryClient, event: ConsoleEvent) {
  const own = AgentEvent.safeParse(event)
  if (!own.success) return
  cache.setQueriesData<Agent[]>({ queryKey: agentKeys.lists }, (old) => old && applyAgentEvent(old, own.data))
  // Filtered lists may have lost or gained a row.
  void cache.invalidateQueries({
    queryKey: agentKeys.lists,
    predicate: ({ queryKey }) => Object.keys((queryKey[2] as AgentFilter | undefined) ?? {}).length > 0,
  })
}
