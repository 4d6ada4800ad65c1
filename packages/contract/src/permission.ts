/** Every permission the server knows, as `module:action`. Which role holds which is data, not code. */
export const PERMISSIONS = [
  'im:viewPage',
  'im:replyCustomer',
  'im:aiAssist',
  'im:editCustomerInfo',
  'im:manageCustomerTransfer',
  'channelAccount:viewPage',
  'channelAccount:settingsEdit',
  'channelAccount:bindManage',
  'statistics:viewPage',
  'statistics:exportReport',
  'tag:viewPage',
  'tag:settingsEdit',
  'automation:viewPage',
  'automation:edit',
  'agentManagement:viewPage',
  'agentManagement:settingsEdit',
  'pointManagement:viewPage',
  'pointManagement:purchase',
  'customer:viewSensitive',
  'quickReply:manageEnterprise',
  'enterprise:settingsEdit',
  'audit:viewPage',
] as const

export type Permission = (typeof PERMISSIONS)[number]

/** Module name to the permissions held in it, as the console receives them. */
export type ModulePermissions = Record<string, string[]>
