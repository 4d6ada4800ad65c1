export const texts = {
  title: '设置',
  agents: '客服管理',
  agentsHint: '查看客服的账号、角色与登录，必要时强制下线',
  agentCount: (n: number) => `${n} 名客服`,
  roles: '角色权限',
  rolesHint: '决定每个角色能看什么、能做什么',
  roleCount: (n: number) => `${n} 个角色`,
  model: '模型接入',
  modelHint: 'AI 由平台默认的引擎还是企业自己的模型回答',
  password: '修改密码',
  passwordHint: '定期更换密码，其它设备会被要求重新登录',
} as const
