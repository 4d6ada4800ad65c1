import type { Permission } from '@ruwu/contract'

export type { Permission } from '@ruwu/contract'

type PermissionModule =
  | 'im'
  | 'channelAccount'
  | 'statistics'
  | 'tag'
  | 'automation'
  | 'agentManagement'
  | 'pointManagement'
  | 'customer'
  | 'enterprise'
  | 'quickReply'
  | 'audit'

/** `row` is the line of the role matrix; `implies` the view permission that comes with an edit. */
type PermissionInfo = { module: PermissionModule; row: string; label: string; implies?: string }

export const PERMISSIONS = {
  'im:viewPage': { module: 'im', row: '私信', label: '查看私信' },
  'im:replyCustomer': { module: 'im', row: '私信', label: '回复客户', implies: 'im:viewPage' },
  'im:aiAssist': { module: 'im', row: '私信', label: '使用 AI 建议', implies: 'im:viewPage' },
  'im:editCustomerInfo': { module: 'im', row: '私信', label: '编辑客户资料', implies: 'im:viewPage' },
  'im:manageCustomerTransfer': { module: 'im', row: '私信', label: '管理客户转接', implies: 'im:viewPage' },
  'customer:viewSensitive': { module: 'customer', row: '私信', label: '查看敏感信息' },
  'channelAccount:viewPage': { module: 'channelAccount', row: '渠道账号', label: '查看渠道账号' },
  'channelAccount:settingsEdit': {
    module: 'channelAccount',
    row: '渠道账号',
    label: '编辑渠道账号设置',
    implies: 'channelAccount:viewPage',
  },
  'channelAccount:bindManage': {
    module: 'channelAccount',
    row: '渠道账号',
    label: '管理渠道账号绑定',
    implies: 'channelAccount:viewPage',
  },
  'statistics:viewPage': { module: 'statistics', row: '数据统计', label: '查看数据统计' },
  'statistics:exportReport': {
    module: 'statistics',
    row: '数据统计',
    label: '导出报表',
    implies: 'statistics:viewPage',
  },
  'tag:viewPage': { module: 'tag', row: '标签', label: '查看标签' },
  'tag:settingsEdit': { module: 'tag', row: '标签', label: '编辑标签', implies: 'tag:viewPage' },
  'automation:viewPage': { module: 'automation', row: '自动化', label: '查看自动化' },
  'automation:edit': { module: 'automation', row: '自动化', label: '编辑自动化', implies: 'automation:viewPage' },
  'agentManagement:viewPage': { module: 'agentManagement', row: '客服管理', label: '查看客服与角色' },
  'agentManagement:settingsEdit': {
    module: 'agentManagement',
    row: '客服管理',
    label: '编辑客服与角色',
    implies: 'agentManagement:viewPage',
  },
  'pointManagement:viewPage': { module: 'pointManagement', row: '积分', label: '查看积分' },
  'pointManagement:purchase': {
    module: 'pointManagement',
    row: '积分',
    label: '购买积分',
    implies: 'pointManagement:viewPage',
  },
  'enterprise:settingsEdit': { module: 'enterprise', row: '企业设置', label: '编辑企业与客户设置' },
  'quickReply:manageEnterprise': { module: 'quickReply', row: '快捷回复', label: '管理企业快捷回复' },
  'audit:viewPage': { module: 'audit', row: '日志', label: '查看操作日志' },
} as const satisfies Record<Permission, PermissionInfo>

/** Granted permissions by module. Absent means denied. */
export type MPerms = Readonly<Record<string, readonly string[]>>

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSIONS, text)
}

export function allPermissions(): Permission[] {
  return Object.keys(PERMISSIONS).filter(isPermission)
}

export function impliedView(permission: Permission): Permission | undefined {
  const info: PermissionInfo = PERMISSIONS[permission]
  return info.implies !== undefined && isPermission(info.implies) ? info.implies : undefined
}
