import { AgentEvent, type Agent, type ConsoleEvent } from '@ruwu/contract'
import { applyAgentEvent } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { agentKeys, type AgentFilter } from './agent.queries.ts'

const isFiltered = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  Object.keys((queryKey[2] as AgentFilter | undefined) ?? {}).length > 0

/** Renamed and removed roles change the rows of their members. */
const isAboutAgents = (event: ConsoleEvent) =>
  event.type === 'role_change' ? event.membersRole !== undefined : AgentEvent.safeParse(event).success

export function onAgentEvent(cache: QueryClient, event: ConsoleEvent) {
  if (!isAboutAgents(event)) return
  cache.setQueriesData<Agent[]>(
    // Whether a new agent passes a filter is for the server to say.
    { queryKey: agentKeys.lists, predicate: (query) => event.type !== 'agent_create' || !isFiltered(query) },
    (old) => old && applyAgentEvent(old, event),
  )
  // Filtered lists may have lost or gained a row.
  void cache.invalidateQueries({ queryKey: agentKeys.lists, predicate: isFiltered })
}
