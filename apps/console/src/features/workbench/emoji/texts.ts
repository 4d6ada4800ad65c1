export const texts = {
  recent: '最近',
  noneRecent: '最近使用的表情会显示在这里',
} as const
