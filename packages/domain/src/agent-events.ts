import type { Agent, AgentEvent } from '@ruwu/contract'

/** What an agent's event changes in a list of agents; a list without that agent stays the same. */
export function applyAgentEvent(agents: Agent[], event: AgentEvent): Agent[] {
  return agents.map((agent) => (agent.id === event.agentId ? { ...agent, status: event.status } : agent))
}
