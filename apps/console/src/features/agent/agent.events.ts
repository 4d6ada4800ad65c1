import { AgentEvent, type Agent, type ConsoleEvent } from '@ruwu/contract'
import { applyAgentEvent } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { agentKeys, type AgentFilter } from './agent.queries.ts'

const isFiltered = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  Object.keys((queryKey[2] as AgentFilter | undefined) ?? {}).length > 0

export function onAgentEvent(cache: QueryClient, event: ConsoleEvent) {
  const own = AgentEvent.safeParse(event)
  if (!own.success) return
  cache.setQueriesData<Agent[]>(
    // Whether a new agent passes a filter is for the server to say.
    { queryKey: agentKeys.lists, predicate: (query) => event.type !== 'agent_create' || !isFiltered(query) },
    (old) => old && applyAgentEvent(old, own.data),
  )
  // Filtered lists may have lost or gained a row.
  void cache.invalidateQueries({ queryKey: agentKeys.lists, predicate: isFiltered })
}
