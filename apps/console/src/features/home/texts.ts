export const texts = {
  hello: (name: string | undefined) => (name ? `你好，${name}` : '你好'),
  team: '团队',
  online: (n: number) => `${n} 人在线`,
  agent: '客服',
  role: '角色',
  status: '状态',
  lastLogin: '最近登录',
  never: '从未登录',
  noAgents: '暂无客服',
} as const
