/** What the audit log records, as `noun.verb`. Its text is `AUDIT_LABELS` of the domain. */
export const AUDIT_ACTIONS = [
  'auth.login',
  'auth.loginFailed',
  'auth.locked',
  'auth.logout',
  'agent.edit',
  'agent.changePassword',
  'agent.resetPassword',
  'agent.forceOffline',
  'role.create',
  'role.edit',
  'role.remove',
  'channel.bind',
  'channel.unbind',
  'channel.receptionMode',
  'channel.setting',
  'channel.copyConfig',
  'automation.followUp',
  'modelSetting.save',
  'points.setting',
  'points.recharge',
  'notifySetting.update',
  'message.confirmWarning',
  'message.copy',
  'lead.copy',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]
