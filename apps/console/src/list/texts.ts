export const texts = {
  keyword: '关键词',
  all: '全部',
  clear: '清空',
  clearFilters: '清空筛选',
  noMatch: '没有符合条件的结果',
  total: (n: number) => `共 ${n} 条`,
  selected: (n: number) => `已选 ${n} 条`,
  bulkMost: (n: number) => `每次最多 ${n} 条`,
  more: '加载更多',
  failedTitle: (failed: number, success: number) => `${failed} 个失败，${success} 个成功`,
  close: '知道了',
} as const
