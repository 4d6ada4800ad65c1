/** Texts of the parts that have the same words everywhere. */
export const texts = {
  brand: '如晤',
  loading: '加载中...',
  pageLoading: '页面加载中....',
  failed: '加载失败',
  retry: '重试',
  crashed: (message: string) => `异常：${message}`,
  reload: '点击重新加载',
  cancel: '取消',
  confirm: '确认',
  close: '关闭',
  moreNotices: (count: number) => `另有 ${count} 条提醒`,
} as const
