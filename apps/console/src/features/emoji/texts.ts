export const texts = {
  emoji: '表情',
  recentEmoji: '最近',
  noRecentEmoji: '最近使用的表情会显示在这里',
} as const
