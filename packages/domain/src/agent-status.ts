import { AGENT_STATUS } from '@ruwu/contract'

export const AGENT_STATUS_LABELS: Record<keyof typeof AGENT_STATUS, string> = { online: '在线', invisible: '隐身' }

/** Green dot for online, grey for anything else. */
export function isOnline(status: number | null | undefined): boolean {
  return status === AGENT_STATUS.online
}

export function agentStatusLabel(status: number | null | undefined): string {
  return AGENT_STATUS_LABELS[isOnline(status) ? 'online' : 'invisible']
}
