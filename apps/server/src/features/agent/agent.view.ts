import { type Agent, AGENT_STATUS, type AgentStatus } from '@ruwu/contract'
import { maskPhone } from '@ruwu/domain'
import { avatarPath } from '../../chat/chat-user/index.ts'
import { toBusy } from '../../reception/index.ts'
import type { AgentRow } from './agent.repo.ts'

export function toAgent(row: AgentRow, current: number): Agent {
  return {
    id: row.id,
    agentId: row.id,
    entId: row.entId,
    name: row.name,
    telephone: maskPhone(row.telephone),
    avatar: row.avatar || avatarPath(row.id),
    status: AGENT_STATUS[row.status],
    busy: toBusy(row),
    enabled: row.enabled,
    roleId: row.roleId,
    roleName: row.roleName,
    accountScope: row.accountScope,
    limit: row.receptionLimit,
    current,
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    lastLoginIp: row.lastLoginIp,
    createdAt: row.createdAt.toISOString(),
  }
}

export const fromStatus = (status: AgentStatus): AgentRow['status'] =>
  status === AGENT_STATUS.online ? 'online' : 'invisible'
