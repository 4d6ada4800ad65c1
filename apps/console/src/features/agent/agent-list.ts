import type { Agent, AgentId, AgentStatus } from '@ruwu/contract'

/** The list with one agent's status changed; the same list when nothing changes. */
export function withAgentStatus(agents: Agent[], id: AgentId, status: AgentStatus): Agent[] {
  if (!agents.some((it) => it.id === id && it.status !== status)) return agents
  return agents.map((it) => (it.id === id ? { ...it, status } : it))
}
