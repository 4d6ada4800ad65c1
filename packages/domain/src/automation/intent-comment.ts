import type { CommentSetting } from '@ruwu/contract'
import { plainText } from '../search-text.ts'

/** 意向评论 as every enterprise begins. */
export const DEFAULT_COMMENT: CommentSetting = {
  enabled: false,
  mode: 'keyword',
  keywords: ['多少钱', '价格', '怎么买', '怎么卖', '求链接', '想了解', '怎么预约'],
  reply: '感谢关注！想了解详情，欢迎点头像私信我们～',
  guide: { enabled: true, text: '您好，看到您的评论了，想了解哪方面可以直接在这里告诉我。' },
}

/** What AI 判定 asks about a comment. */
export const COMMENT_INTENT = '想购买、想预约，或询问价格、链接、地址、款式、怎么买'

/** Names of its rows in 运行日志. */
export const COMMENT_NAMES = { reply: '评论回复', guide: '引导私信' } as const

export const COMMENT_TEXTS = {
  line: (text: string) => `客户在内容下评论：${text}`,
  replied: (text: string) => `已回复客户的评论：${text}`,
  unknown: '平台没有确认，不再重试',
  givenUp: '系统多次出错，未能回复',
  input: (text: string) => `评论：${text}`,
} as const

/** Whether a comment has one of the keywords; case and width are ignored. */
export function commentHasKeyword(text: string, keywords: readonly string[]): boolean {
  const plain = plainText(text)
  return keywords.some((word) => plain.includes(plainText(word)))
}
