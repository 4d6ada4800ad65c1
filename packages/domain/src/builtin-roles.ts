import type { BuiltinRole as BuiltinRoleKey, CustomerScope } from '@ruwu/contract'
import { allPermissions, type Permission } from './permissions.ts'

export const CUSTOMER_SCOPE_LABELS: Record<CustomerScope, string> = { own: '本人', all: '全部' }

type BuiltinRole = { name: string; customerScope: CustomerScope; permissions: () => Permission[] }

export const BUILTIN_ROLES = {
  admin: { name: '管理员', customerScope: 'all', permissions: allPermissions },
  supervisor: {
    name: '主管',
    customerScope: 'all',
    permissions: () => [
      ...whole('im', 'statistics', 'tag'),
      'channelAccount:viewPage',
      'automation:viewPage',
      'agentManagement:viewPage',
      'customer:viewSensitive',
      'quickReply:manageEnterprise',
    ],
  },
  agent: {
    name: '客服',
    customerScope: 'own',
    permissions: () => [
      'im:viewPage',
      'im:replyCustomer',
      'im:aiAssist',
      'im:editCustomerInfo',
      'tag:viewPage',
      'customer:viewSensitive',
    ],
  },
  operator: {
    name: '运营',
    customerScope: 'all',
    permissions: () => [
      'im:viewPage',
      ...whole('channelAccount', 'statistics', 'tag', 'automation'),
      'quickReply:manageEnterprise',
    ],
  },
  readOnly: {
    name: '只读',
    customerScope: 'all',
    permissions: () =>
      allPermissions().filter((each) => each.endsWith(':viewPage') && each !== 'pointManagement:viewPage'),
  },
} as const satisfies Record<BuiltinRoleKey, BuiltinRole>

function whole(...modules: string[]): Permission[] {
  return allPermissions().filter((permission) => modules.some((module) => permission.startsWith(`${module}:`)))
}
