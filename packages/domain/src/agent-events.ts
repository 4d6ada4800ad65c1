import type { Agent, AgentEvent, ConsoleEvent } from '@ruwu/contract'

type Apply<T> = (agent: Agent, event: Extract<AgentEvent, { type: T }>) => Agent

const apply: { [T in AgentEvent['type']]: Apply<T> } = {
  agent_status_change: (agent, { status }) => ({ ...agent, status }),
  agent_change: (agent, { name, roleId, roleName }) => ({ ...agent, name, roleId, roleName }),
}

const isAgentEvent = (event: ConsoleEvent): event is AgentEvent => Object.hasOwn(apply, event.type)

/** What an event changes in a list of agents; other events, and a list without that agent, leave it as it is. */
export function applyAgentEvent(agents: Agent[], event: ConsoleEvent): Agent[] {
  if (!isAgentEvent(event)) return agents
  const change = apply[event.type] as Apply<string>
  return agents.map((agent) => (agent.id === event.agentId ? change(agent, event as never) : agent))
}
