/** Texts of the layers below the features. */
export const texts = {
  copyFailed: '复制失败，请手动复制',
  retryIn: (duration: string) => `${duration}后可重试`,
  localeFailed: '语言包加载失败，请检查网络后刷新页面',
} as const
