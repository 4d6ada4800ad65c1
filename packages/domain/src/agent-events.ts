import type { Agent, AgentEvent } from '@ruwu/contract'

type Apply<T> = (agent: Agent, event: Extract<AgentEvent, { type: T }>) => Agent

const apply: { [T in AgentEvent['type']]: Apply<T> } = {
  agent_status_change: (agent, { status }) => ({ ...agent, status }),
  agent_change: (agent, { name, roleId, roleName }) => ({ ...agent, name, roleId, roleName }),
}

/** What an agent's event changes in a list of agents; a list without that agent stays as it is. */
export function applyAgentEvent(agents: Agent[], event: AgentEvent): Agent[] {
  return agents.map((agent) =>
    agent.id === event.agentId ? (apply[event.type] as Apply<string>)(agent, event as never) : agent,
  )
}
