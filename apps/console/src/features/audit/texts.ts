export const texts = {
  title: '操作日志',
  kept: (days: number) => `保留 ${days} 天`,
  agent: '客服',
  action: '动作',
  keyword: '搜索对象、内容或 IP',
  none: '暂无操作日志',
} as const
