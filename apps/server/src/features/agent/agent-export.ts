import type { Agent, AgentListFilter } from '@ruwu/contract'
import { accountsText, AGENT_ENABLED_LABELS, agentFilterText, agentStatusLabel, formatDateTime } from '@ruwu/domain'
import { exportType } from '../../platform/export-type.ts'
import { findRoleName } from './agent.repo.ts'
import { listShownAgents } from './agent.service.ts'

/** 客服管理 as its page shows it, telephones masked. */
export const agentExport = exportType<AgentListFilter, Agent>({
  permission: 'agentManagement:viewPage',
  hasCustomers: false,
  columns: [
    { key: 'name', name: '客服', width: 16, value: ({ name }) => name },
    { key: 'telephone', name: '手机号', width: 16, value: ({ telephone }) => telephone },
    { key: 'role', name: '角色', width: 16, value: ({ roleName }) => roleName },
    { key: 'accounts', name: '可接待账号', width: 14, value: accountsText },
    { key: 'current', name: '当前接待', width: 12, value: ({ current }) => current },
    { key: 'limit', name: '接待上限', width: 12, value: ({ limit }) => limit },
    {
      key: 'status',
      name: '状态',
      width: 10,
      value: (agent) => (agent.enabled ? agentStatusLabel(agent.status, agent.busy) : '--'),
    },
    { key: 'lastLogin', name: '最近登录', width: 18, value: lastLogin },
    { key: 'lastLoginIp', name: '登录 IP', width: 16, value: ({ lastLoginIp }) => lastLoginIp },
    { key: 'createdAt', name: '创建时间', width: 18, value: ({ createdAt }, zone) => formatDateTime(createdAt, zone) },
    { key: 'enabled', name: '启用', width: 10, value: ({ enabled }) => AGENT_ENABLED_LABELS[`${enabled}`] },
  ],
  async describe({ db, caller, filters }) {
    const { roleId } = filters
    return agentFilterText(filters, roleId && (await findRoleName(db, caller.entId, roleId)))
  },
  count: async ({ db, caller, filters }) => (await listShownAgents(db, caller, filters)).length,
  async *batches({ db, caller, filters }) {
    yield await listShownAgents(db, caller, filters)
  },
})

function lastLogin({ lastLoginAt }: Agent, timeZone: string): string {
  return lastLoginAt === null ? '从未登录' : formatDateTime(lastLoginAt, timeZone)
}
