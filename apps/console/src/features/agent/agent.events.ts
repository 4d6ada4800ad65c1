import type { Agent, ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { agentKeys, type AgentFilter } from './agent.queries.ts'
import { withAgentStatus } from './agent-list.ts'

export function onAgentEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'agent_status_change') return
  cache.setQueriesData<Agent[]>(
    { queryKey: agentKeys.lists },
    (old) => old && withAgentStatus(old, event.agentId, event.status),
  )
  // A list filtered by status may have lost or won a row.
  void cache.invalidateQueries({
    queryKey: agentKeys.lists,
    predicate: ({ queryKey }) => (queryKey[2] as AgentFilter | undefined)?.status !== undefined,
  })
}
