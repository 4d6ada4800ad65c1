import { type Agent, AGENT_STATUS, type AgentEvent, type ConsoleEvent } from '@ruwu/contract'

export const AGENT_STATUS_LABELS: Record<keyof typeof AGENT_STATUS, string> = { online: '在线', invisible: '隐身' }

/** Green dot for online, grey for anything else. */
export function isOnline(status: number | null | undefined): boolean {
  return status === AGENT_STATUS.online
}

export function agentStatusLabel(status: number | null | undefined): string {
  return AGENT_STATUS_LABELS[isOnline(status) ? 'online' : 'invisible']
}

type Apply<T> = (agent: Agent, event: Extract<AgentEvent, { type: T }>) => Agent

const apply: { [T in AgentEvent['type']]: Apply<T> } = {
  agent_status_change: (agent, { status }) => ({ ...agent, status }),
  agent_change: (agent, { name, roleId, roleName, telephone = agent.telephone, avatar = agent.avatar }) => ({
    ...agent,
    name,
    roleId,
    roleName,
    telephone,
    avatar,
  }),
}

const isAgentEvent = (event: ConsoleEvent): event is AgentEvent => Object.hasOwn(apply, event.type)

/** Applies an event to a list of agents; the same list when it does not apply. */
export function applyAgentEvent(agents: Agent[], event: ConsoleEvent): Agent[] {
  if (!isAgentEvent(event)) return agents
  const change = apply[event.type] as Apply<string>
  return agents.map((agent) => (agent.id === event.agentId ? change(agent, event as never) : agent))
}
