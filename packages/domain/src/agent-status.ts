/** As numbered on the wire. */
export const AGENT_STATUS = { online: 1, invisible: 2 } as const

export type AgentStatus = keyof typeof AGENT_STATUS

export const AGENT_STATUS_LABELS: Record<AgentStatus, string> = { online: '在线', invisible: '隐身' }

/** Green dot for online, grey for anything else. */
export function isOnline(status: number | null | undefined): boolean {
  return status === AGENT_STATUS.online
}

export function agentStatusLabel(status: number | null | undefined): string {
  return AGENT_STATUS_LABELS[isOnline(status) ? 'online' : 'invisible']
}
