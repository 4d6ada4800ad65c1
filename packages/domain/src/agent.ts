import {
  type Agent,
  AGENT_STATUS,
  type Busy,
  type AgentEvent,
  type AgentListFilter,
  type ConsoleEvent,
} from '@ruwu/contract'
import { filterText } from './export.ts'

/** Enabled agents of a certified enterprise. */
export const AGENTS_MAX = 500

export const AGENT_TEXTS = {
  telephoneTaken: '手机号已存在',
  tooMany: '客服数量已达上限',
  notDisableSelf: '不能停用自己',
  lastAdmin: '至少保留一名管理员',
  ownRole: '不能更改自己的角色',
  ownAccounts: '不能更改自己的可接待账号',
  beyondOwn: '不能授予或收回自己没有的权限',
  /** Reason of a transfer. */
  disabled: (name: string) => `${name} 已停用`,
} as const

export const AGENT_STATUS_LABELS: Record<keyof typeof AGENT_STATUS, string> = { online: '在线', invisible: '隐身' }

/** Green dot for online, grey for anything else. */
export function isOnline(status: number | null | undefined): boolean {
  return status === AGENT_STATUS.online
}

/** 忙碌: reasons to choose from, and how long it may last; any other reason is typed. */
export const BUSY_REASONS = ['会议', '用餐', '培训'] as const
export const BUSY_MINUTES = [15, 30, 60, 120] as const
export const TRANSFER_TEXTS = {
  nobodyFree: '该组暂无在线且未满的客服',
  nobodyElse: '该组没有其他可接待该客户的客服',
} as const
export const BUSY_TEXTS = { label: '忙碌', past: '恢复时间已过，请重新选择' } as const

export function agentStatusLabel(status: number | null | undefined, busy?: Busy | null): string {
  if (busy && !isOnline(status)) return `${BUSY_TEXTS.label} · ${busy.reason}`
  return AGENT_STATUS_LABELS[isOnline(status) ? 'online' : 'invisible']
}

export const AGENT_ENABLED_LABELS = { true: '已启用', false: '已停用' } as const

/** 可接待账号. */
export const accountsText = ({ accountScope }: Pick<Agent, 'accountScope'>): string =>
  accountScope === null ? '全部' : `${accountScope.length} 个账号`

export const agentFilterText = ({ status, enabled, keyword }: AgentListFilter, roleName: string | undefined): string =>
  filterText({
    状态: status && agentStatusLabel(status),
    角色: roleName,
    启用: enabled === undefined ? undefined : AGENT_ENABLED_LABELS[`${enabled}`],
    关键词: keyword,
  })

type AgentChange = Exclude<AgentEvent, { type: 'agent_create' }>
type Apply<T> = (agent: Agent, event: Extract<AgentEvent, { type: T }>) => Agent

const apply: { [T in AgentChange['type']]: Apply<T> } = {
  agent_status_change: (agent, { status, busy = null, at, operatorId }) => {
    // The first sign-in is told by this event; before it an agent has no status that is shown.
    const lastLoginAt = agent.lastLoginAt ?? (operatorId === agent.id ? at : null)
    return { ...agent, status, busy, lastLoginAt }
  },
  agent_change: (agent, { name, roleId, roleName, ...event }) => ({
    ...agent,
    name,
    roleId,
    roleName,
    telephone: event.telephone ?? agent.telephone,
    avatar: event.avatar ?? agent.avatar,
    enabled: event.enabled ?? agent.enabled,
    accountScope: event.accountScope === undefined ? agent.accountScope : event.accountScope,
    limit: event.limit ?? agent.limit,
  }),
}

const isAgentChange = (event: ConsoleEvent): event is AgentChange => Object.hasOwn(apply, event.type)

/** Applies an event to a list of agents; the same list when it does not apply. */
export function applyAgentEvent(agents: Agent[], event: ConsoleEvent): Agent[] {
  if (event.type === 'agent_create')
    return agents.some(({ id }) => id === event.agentId) ? agents : [...agents, event.agent]
  if (event.type === 'role_change' && event.membersRole) {
    const { id: roleId, name: roleName } = event.membersRole
    return agents.map((agent) => (agent.roleId === event.roleId ? { ...agent, roleId, roleName } : agent))
  }
  if (!isAgentChange(event)) return agents
  const change = apply[event.type] as Apply<string>
  return agents.map((agent) => (agent.id === event.agentId ? change(agent, event as never) : agent))
}
